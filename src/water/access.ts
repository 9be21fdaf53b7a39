import type { Caller } from '../accounts/guard.ts';
import type { ProgramScope } from '../accounts/program-tokens/program-token.ts';
import type { Db } from '../db/db.ts';
import { ApiError } from '../kit/api/failures/api-error.ts';

/** Roles at a device, in rising order. */
export const deviceRoles = ['viewer', 'operator', 'manager', 'owner'] as const;
export type DeviceRole = (typeof deviceRoles)[number];

export const sharedRoles = ['viewer', 'operator', 'manager'] as const;

/**
 * Deeds that a role may permit at a device: `see` all of it; `operate` it: switch its pump, deal with its
 * alerts, record readings; `manage` it: configure, rename, place and share it, have its key; `own` it: remove
 * it or hand it over.
 */
export type Deed = 'see' | 'operate' | 'manage' | 'own';

const leastRole: Record<Deed, DeviceRole> = {
  see: 'viewer',
  operate: 'operator',
  manage: 'manager',
  own: 'owner',
};

/** Returns a role as it is stored: higher ranks permit more. `may` and `leastRank` decide what. */
export function rankOf(role: DeviceRole): number {
  return deviceRoles.indexOf(role) + 1;
}

export function roleOfRank(rank: number): DeviceRole {
  const role = deviceRoles[rank - 1];
  if (!role) throw new Error(`no role has the rank ${rank}`);
  return role;
}

/** Returns the least rank that permits a deed: for queries, which compare it with `device_roles.role`. */
export function leastRank(deed: Deed): number {
  return rankOf(leastRole[deed]);
}

/**
 * True if a person may do something; nothing else decides that. @param rank of the person's role at the
 * device.
 */
export function may(rank: number, deed: Deed): boolean {
  return rank >= leastRank(deed);
}

/**
 * True if a person may give a role to others, or take it away.
 * @param rank of the person's role.
 * @param given rank of the role in question; that of the owner where a device is to change hands.
 */
export function mayGive(rank: number, given: number): boolean {
  return may(rank, 'manage') && rank >= given;
}

/** @throws ApiError 403 for a person who may see the device or group, but not do this with it. */
export function requireRole(rank: number, deed: Deed, what: 'device' | 'group' = 'device'): void {
  if (may(rank, deed)) return;
  throw new ApiError(
    403,
    'not_allowed',
    `As ${roleOfRank(rank)} of this ${what} you may not do this; ask its ${leastRole[deed]}.`,
  );
}

/** Who looks at devices: a person, or a program that acts for one and may see and do less. */
export type Viewer = Pick<Caller, 'userId' | 'program'>;

const mostRoleOf: Record<ProgramScope, DeviceRole> = { read: 'viewer', operate: 'operator' };

/** Returns the rank by which a viewer acts at a device where the person has a rank. */
export function rankFor({ program }: Viewer, rank: number): number {
  return program ? Math.min(rank, rankOf(mostRoleOf[program.scope])) : rank;
}

/** True unless the viewer is a program for other devices. */
export function isFor({ program }: Pick<Viewer, 'program'>, deviceId: number): boolean {
  return program?.deviceIds?.includes(deviceId) ?? true;
}

/** Begins a query of the roles `device_roles as p` at the devices that a viewer may see. */
export function rolesOf(db: Db, { userId, program }: Viewer) {
  const only = program?.deviceIds;
  return db
    .selectFrom('device_roles as p')
    .where('p.user_id', '=', userId)
    .$if(only !== undefined, (seen) => seen.where('p.device_id', 'in', only ?? []));
}

/**
 * Begins every query of what a viewer may see: `devices as d`, with the role in `device_roles as p`. Ranges
 * and order belong on `p.device_id`, since the index that is read is that of the roles.
 */
export function devicesSeenBy(db: Db, viewer: Viewer) {
  return rolesOf(db, viewer).innerJoin('devices as d', 'd.id', 'p.device_id');
}
