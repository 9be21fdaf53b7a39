import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import { requireRecord } from '../guards.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { afterAck } from '../pumps/follow-pump.ts';
import { type CommandEvent, nextStatus, statusAt } from './command-rules.ts';
import { notePumpOrder } from './deliver-commands.ts';
import { type Command, findCommandSeenBy, settleCommand } from './queries.ts';
import { skipStretch } from './schedule-queries.ts';

type ChangeDeps = { db: Database; publisher: Pick<LivePublisher, 'commandsChanged'> };
type Change = { id: number; event: CommandEvent; now: number };

/**
 * Applies an event to a command. The update repeats the state check, so that one of two simultaneous changes
 * wins; the other is decided anew by the result of the first.
 * @throws ApiError 404, 403 where the person may not operate the device, or 409 where the command's state
 * does not allow it.
 */
export async function changeCommand(
  deps: ChangeDeps,
  by: NonNullable<Actor>,
  change: Change,
): Promise<Command> {
  const { db, publisher } = deps;
  const { id, event, now } = change;
  const found = await findCommandSeenBy(db.read, by, id);
  const command = requireRecord('operate', 'Pump command', found);
  const status = statusAt(command, now);
  if (command.schedule !== null && event === 'execute' && status === 'pending') {
    throw failures.conflict('schedule_in_force', 'A schedule holds until it is cancelled.');
  }
  const next = nextStatus(status, event);
  if (!next) throw failures.conflict('command_not_pending', `The pump command is ${status}.`);
  if (next === status) return command;
  const settled = await db.transaction(async (trx) => {
    await holdDevice(trx, command.device_id);
    const changed = await settleCommand(trx, command, { status: next, now });
    if (!changed) return undefined;
    if (event === 'execute') await notePumpOrder(trx, changed, now, afterAck);
    const { sensor_name, command: word } = command;
    if (event === 'cancel' && word === 'on') await skipStretch(trx, command, now);
    const entry = { by, facts: { sensor_name, command: word }, now };
    const action = event === 'cancel' ? 'command_cancelled' : 'command_executed';
    await logAction(trx, [command.device_id], { ...entry, action });
    return changed;
  });
  if (!settled) return await changeCommand(deps, by, change);
  publisher.commandsChanged([settled]);
  return settled;
}
