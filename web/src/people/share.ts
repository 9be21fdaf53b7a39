import { call } from '../api/call.ts';
import type { Share } from '../api/operations.ts';
import type { Role } from '../tanks/tanks.ts';
import { readablePhone } from '../words/readable-phone.ts';
import { say } from './words.ts';

export type Target = { device_id: string } | { group_id: number };

export const sharedRoles = ['viewer', 'operator', 'manager'] as const;
export type SharedRole = (typeof sharedRoles)[number];

export function readRole(text: string): SharedRole {
  return sharedRoles.find((each) => each === text) ?? 'viewer';
}

/** Invites a person, or changes the role of one already there or invited. */
export async function shareWith(target: Target, to: string, role: SharedRole): Promise<Share> {
  return await call('POST /api/devices.php?action=share', { body: { ...target, to, role } });
}

export async function endShare({ id }: Pick<Share, 'id'>): Promise<void> {
  await call('DELETE /api/devices.php?action=unshare', { query: { id } });
}

export function personOf({ user, email, phone }: Share): string {
  return user?.full_name ?? user?.email ?? email ?? (phone === null ? '' : readablePhone(phone));
}

type Somebody = NonNullable<Share['from']>;

/** Names somebody by name and e-mail, by which the reader can write to them. */
export function nameAndEmail({ email, full_name }: Somebody): string {
  return full_name === null ? email : `${full_name} (${email})`;
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

export function roleMeaning(role: Role): string {
  const texts = {
    viewer: say.viewerMay,
    operator: say.operatorMay,
    manager: say.managerMay,
    owner: say.ownerMay,
  };
  return texts[role]();
}
