import type { ClockWatch } from '../../../kit/time/clock-watch.ts';
import type { PublishDeps } from '../../live-publisher.ts';
import type { CommandLives } from '../../pumps/pump-switch.ts';
import { expireCommands, shortenCommands } from '../lifetime-queries.ts';

type ExpireDeps = PublishDeps<'commandsChanged'> &
  CommandLives & { clockWatch: Pick<ClockWatch, 'cautious'> };

const batchSize = 1000;

/**
 * Runs one round of marking overdue commands expired. They count as expired already; the mark keeps the index
 * of pending ones small. While the clock may have jumped ahead nothing is marked. A command from a clock that
 * was ahead waits from now on as long as any: nobody expects a pump to start days later.
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
