import type { CommandStatus } from '../fields.ts';

/** What can happen to a pump command (document 1, section 3). */
export type CommandEvent = 'execute' | 'cancel' | 'expire';

const fromPending = { execute: 'executed', cancel: 'cancelled', expire: 'expired' } as const;

/**
 * The status after an event. Only a pending command changes; one that was executed already stays so
 * when that is said again, since a caretaker may tap twice.
 * @returns undefined where the event is not possible.
 */
export function nextStatus(status: CommandStatus, event: CommandEvent): CommandStatus | undefined {
  if (status === 'pending') return fromPending[event];
  return status === 'executed' && event === 'execute' ? status : undefined;
}

/** A pending command is expired from its instant on, whether or not the sweep has written it down. */
export function statusAt(
  { status, expires_at }: { status: string; expires_at: number },
  now: number,
): CommandStatus {
  if (status === 'pending' && expires_at <= now) return 'expired';
  return status as CommandStatus;
}
