import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import { readablePhone } from '../sms-account/phone-search.ts';
import type { Role } from '../tanks/tanks.ts';
import { say } from './words.ts';

/** What is shared: a device, or a group of them. */
export type Target = { device_id: string } | { group_id: number };

export const sharedRoles = ['viewer', 'operator', 'manager'] as const;
export type SharedRole = (typeof sharedRoles)[number];

export function readRole(text: string): SharedRole {
  return sharedRoles.find((each) => each === text) ?? 'viewer';
}

/** Invites somebody; who is there already, or invited, has the role from now on. */
export async function shareWith(target: Target, to: string, role: SharedRole): Promise<Share> {
  return await call('POST /api/devices.php?action=share', { body: { ...target, to, role } });
}

export async function endShare({ id }: Pick<Share, 'id'>): Promise<void> {
  await call('DELETE /api/devices.php?action=unshare', { query: { id } });
}

/** Somebody by the name that says most. */
export function personOf({ user, email, phone }: Share): string {
  return user?.full_name ?? user?.email ?? email ?? (phone === null ? '' : readablePhone(phone));
}

export function roleText(role: Role): string {
  const texts = {
    viewer: say.viewer,
    operator: say.operator,
    manager: say.manager,
    owner: say.owner,
  };
  return texts[role]();
}

/** What somebody of a role may do. */
export function roleMeaning(role: Role): string {
  const texts = {
    viewer: say.viewerMay,
    operator: say.operatorMay,
    manager: say.managerMay,
    owner: say.ownerMay,
  };
  return texts[role]();
}
