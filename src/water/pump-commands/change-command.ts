import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/api-error.ts';
import { holdDevice } from '../devices/hold-device.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { afterAck } from '../rules/pump-state.ts';
import { type CommandEvent, nextStatus, statusAt } from './command-states.ts';
import { tellPump } from './deliver-commands.ts';
import { type Command, findOperableCommand, settleCommand } from './queries.ts';

type ChangeDeps = { db: Database; publisher: Pick<LivePublisher, 'commandsChanged'> };
type Change = { id: number; event: CommandEvent; now: number };

/**
 * Does to the owner's command what the event says. The update repeats the state check, so that of two
 * that come at once one wins; the other is decided anew by what the winner has made of it.
 * @throws ApiError 404, or 409 where the command's state does not allow it.
 */
export async function changeCommand(
  deps: ChangeDeps,
  userId: number,
  change: Change,
): Promise<Command> {
  const { db, publisher } = deps;
  const { id, event, now } = change;
  const command = await findOperableCommand(db.read, userId, id);
  if (!command) throw failures.notFound('Pump command');
  const status = statusAt(command, now);
  if (command.schedule !== null && event === 'execute' && status === 'pending') {
    throw failures.conflict('schedule_in_force', 'A schedule holds until it is cancelled.');
  }
  const next = nextStatus(status, event);
  if (!next) throw failures.conflict('command_not_pending', `The pump command is ${status}.`);
  if (next === status) return command;
  const settled = await db.transaction(async (db) => {
    await holdDevice(db, command.device_id);
    const settled = await settleCommand(db, command, { status: next, now });
    if (settled && event === 'execute') await tellPump(db, settled, now, afterAck);
    return settled;
  });
  if (!settled) return await changeCommand(deps, userId, change);
  publisher.commandsChanged([settled]);
  return settled;
}
