import type { FastifyRequest } from 'fastify';
import {
  type Actor,
  type DeviceEntry,
  enterDeviceAudit,
  enterDeviceAudits,
} from '../accounts/audit/queries.ts';
import type { Guard } from '../accounts/guard.ts';
import type { Db } from '../db/db.ts';
import { chunksOf } from '../kit/chunks.ts';

/** Actions of people at a device that its owner and managers may ask for later. */
export const loggedActions = [
  'registered',
  'renamed',
  'placed',
  'silence_allowed',
  'replaced',
  'key_changed',
  'config_saved',
  'config_removed',
  'calibrated',
  'sensor_removed',
  'command_sent',
  'command_executed',
  'command_cancelled',
  'alert_created',
  'alert_acknowledged',
  'alert_deleted',
  'alert_snoozed',
  'latch_cleared',
  'group_joined',
  'group_left',
  'invited',
  'invitation_accepted',
  'invitation_declined',
  'role_changed',
  'share_ended',
  'sms_paid',
  'transfer_asked',
  'transferred',
  'removed',
] as const;
export type LoggedAction = (typeof loggedActions)[number];

type Entry = {
  by: Actor;
  action: LoggedAction;
  facts?: Record<string, string | number | boolean | null>;
  /** The person concerned, if any. */
  userId?: number | null;
  now: number;
};

/** Rows of one statement: well below what either engine takes of parameters. */
const mostAtOnce = 500;

export async function logAction(
  trx: Db,
  deviceIds: readonly number[],
  { facts: given = {}, userId = null, ...entry }: Entry,
): Promise<void> {
  const program = entry.by?.program?.name;
  const facts = program === undefined ? given : { ...given, program };
  for (const some of chunksOf(deviceIds, mostAtOnce)) {
    await enterDeviceAudit(trx, some, { ...entry, facts, userId });
  }
}

/** Logs acts of a person at many devices, each with facts of its own. */
export async function logActions(
  trx: Db,
  entries: readonly (DeviceEntry & { action: LoggedAction })[],
  about: { by: Actor; now: number },
): Promise<void> {
  for (const some of chunksOf(entries, mostAtOnce)) await enterDeviceAudits(trx, some, about);
}

export function actorOf(guard: Guard, request: FastifyRequest): NonNullable<Actor> {
  const { userId, program } = guard.callerOf(request);
  return { userId, address: request.ip, ...(program && { program }) };
}
