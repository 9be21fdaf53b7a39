import type { Actor } from '../../accounts/audit/queries.ts';
import type { Db } from '../../db/db.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { rankOf } from '../access.ts';
import { deleteSharesById, findSharesAt, insertShares } from '../sharing/many-shares.ts';
import { findOwnAddresses } from '../sharing/own-addresses.ts';
import { updateShare } from '../sharing/queries.ts';
import { type Addressee, addresseeOf, invitationMs, mostShares } from '../sharing/share.ts';
import type { LineValues } from './line-values.ts';
import type { Line, LogEntry, TakenLine } from './taken-line.ts';

type Wish = LineValues['share'];
type ShareRefusal = { field: 'share' | 'role'; message: FaultText };
type Shared = {
  entries: LogEntry[];
  /** Devices at which a role that somebody has was changed. */
  changed: number[];
};

/** The people of devices while lines are taken. */
export type Shares = {
  /** Says why a known device cannot have what a line wishes, or undefined. */
  whyNot: (deviceId: number, wish: Wish) => ShareRefusal | undefined;
  /** Invites, changes roles and takes invitations back, as `share` and `unshare` do for one device. */
  save: (deps: { ids: Ids }, lines: readonly TakenLine[]) => Promise<Shared>;
};

/** Opens the shares of the devices whose lines name somebody. The account of their owner is locked. */
export async function openShares(
  trx: Db,
  by: NonNullable<Actor>,
  lines: readonly Line[],
  devices: ReadonlyMap<string, { id: number }>,
  now: number,
): Promise<Shares> {
  const named = lines.filter(({ values }) => values.share !== undefined);
  const ids = named.flatMap(({ values }) => devices.get(values.identity)?.id ?? []);
  const known = await findSharesAt(trx, ids, now);
  const isOwn = named.length === 0 ? () => false : await findOwnAddresses(trx, by.userId);
  const findShare = (deviceId: number, to: Addressee) => {
    const isIt = (each: (typeof known)[number]) =>
      'emailKey' in to ? each.email_key === to.emailKey : each.phone === to.phone;
    return known.find((each) => each.device_id === deviceId && isIt(each));
  };
  return {
    whyNot: (deviceId, wish) => {
      if (!wish) return undefined;
      const to = addresseeOf(wish.to);
      if (isOwn(to)) return undefined;
      const share = findShare(deviceId, to);
      if (wish.role === 'none') {
        const isAccepted = share !== undefined && share.accepted_at !== null;
        return isAccepted ? { field: 'role', message: fault('shareAccepted') } : undefined;
      }
      if (share) return undefined;
      const count = known.filter(({ device_id }) => device_id === deviceId).length;
      if (count < mostShares) return undefined;
      return { field: 'share', message: fault('sharesRoom', { most: mostShares }) };
    },
    save: async (deps, taken) => {
      const done: Shared = { entries: [], changed: [] };
      const fresh: Parameters<typeof insertShares>[1][number][] = [];
      const ended: number[] = [];
      for (const { deviceId, values } of taken) {
        if (!values.share) continue;
        const { role } = values.share;
        const to = addresseeOf(values.share.to);
        // The person's own e-mail and phone mean nobody else.
        if (isOwn(to)) continue;
        const facts = { to: 'phone' in to ? to.phone : to.email, role };
        const share = findShare(deviceId, to);
        if (role === 'none') {
          // What was accepted was refused before.
          if (share?.accepted_at !== null) continue;
          ended.push(share.id);
          done.entries.push({ deviceId, action: 'share_ended', facts });
          continue;
        }
        const given = { role: rankOf(role), invited_by: by.userId };
        const expires_at = now + invitationMs;
        if (share) {
          const isOpen = share.accepted_at === null;
          await updateShare(trx, share.id, isOpen ? { ...given, expires_at } : given);
          done.entries.push({ deviceId, action: isOpen ? 'invited' : 'role_changed', facts });
          if (!isOpen) done.changed.push(deviceId);
          continue;
        }
        fresh.push({
          device_id: deviceId,
          group_id: null,
          ...given,
          email: 'email' in to ? to.email : null,
          email_key: 'email' in to ? to.emailKey : null,
          phone: 'phone' in to ? to.phone : null,
          salt: drawSalt(deps.ids),
          created_at: now,
          expires_at,
        });
        done.entries.push({ deviceId, action: 'invited', facts });
      }
      await deleteSharesById(trx, ended);
      await insertShares(trx, fresh);
      return done;
    },
  };
}
