/** Roles of people at a tank, in a few lines, as the model for the program. */
export const ranks = { viewer: 1, operator: 2, manager: 3, owner: 4 } as const;
export type Role = keyof typeof ranks;

/** `by` and `user` are people by number; `to` an address; `key` tells one invitation from every other. */
export type Offer = { key: number; to: string; role: Role; by: number; user?: number };
export type Handing = { key: number; to: string; by: number; keepShares: boolean };
export type Tank = { owner: number; shares: Offer[]; handing?: Handing | undefined };

export function rankOf({ owner, shares }: Tank, person: number): number {
  const given = shares.filter(({ user }) => user === person).map(({ role }) => ranks[role]);
  return owner === person ? ranks.owner : Math.max(0, ...given);
}

const mayGive = (tank: Tank, person: number, role: Role) =>
  rankOf(tank, person) >= Math.max(ranks.manager, ranks[role]);

/** An open invitation lasts as long as its maker may make it. */
function settle(tank: Tank): void {
  tank.shares = tank.shares.filter((s) => s.user !== undefined || mayGive(tank, s.by, s.role));
}

export function invite(tank: Tank, { key, to, role, by }: Offer): boolean {
  if (!mayGive(tank, by, role)) return false;
  const known = tank.shares.find((share) => share.to === to);
  if (known) Object.assign(known, { role, by });
  else tank.shares.push({ key, to, role, by });
  settle(tank);
  return true;
}

export function accept(tank: Tank, { key, person }: { key: number; person: number }): boolean {
  if (tank.handing?.key === key) {
    const kept = tank.handing.keepShares ? tank.shares : [];
    tank.shares = kept.filter(({ user = -1 }) => user !== person && user !== tank.owner);
    Object.assign(tank, { owner: person, handing: undefined });
  } else {
    const offer = tank.shares.find((share) => share.key === key && share.user === undefined);
    if (!offer) return false;
    tank.shares = tank.shares.filter(({ user }) => user !== person);
    offer.user = person;
  }
  settle(tank);
  return true;
}

/** Leaving is to end what one has oneself. */
export function unshare(tank: Tank, { key, by }: { key: number; by: number }): boolean {
  if (tank.handing?.key === key && tank.owner === by) {
    tank.handing = undefined;
    return true;
  }
  const share = tank.shares.find((each) => each.key === key);
  if (!share || !(share.user === by || mayGive(tank, by, share.role))) return false;
  tank.shares = tank.shares.filter((each) => each !== share);
  settle(tank);
  return true;
}

export function offer(tank: Tank, handing: Handing): boolean {
  if (tank.owner !== handing.by) return false;
  tank.handing = handing;
  return true;
}
