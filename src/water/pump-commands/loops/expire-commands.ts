import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import type { CommandLives } from '../../pumps/pump-switch.ts';
import { expireCommands, shortenCommands } from '../lifetime-queries.ts';

type ExpireDeps = PublishDeps<'commandsChanged'> &
  CommandLives & { clockWatch: Pick<ClockWatch, 'cautious'> };

const batchSize = 1000;

/**
 * One round: writes down which pending commands have expired. Nobody waits for it, since an overdue
 * command counts as expired already; it keeps the index of pending ones small. While the clock may have
 * jumped ahead it is not written down. A command that was left by a clock which was ahead waits from now
 * on as long as any: nobody expects a pump to start days later.
 */
export async function expireOverdueCommands(
  { db, clock, clockWatch, publisher, ...lives }: ExpireDeps,
  signal: AbortSignal,
): Promise<void> {
  await shortenCommands(db.write, { now: clock(), ...lives });
  const now = clockWatch.cautious();
  let expired = batchSize;
  while (expired === batchSize && !signal.aborted) {
    const commands = await expireCommands(db.write, { now, limit: batchSize });
    publisher.commandsChanged(commands);
    expired = commands.length;
  }
}
