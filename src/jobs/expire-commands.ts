import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import type { LiveNews } from '../water/live/news.ts';
import { expireCommands } from '../water/pump-commands/queries.ts';

type ExpireDeps = { db: Database; clock: Clock; news: Pick<LiveNews, 'commandsChanged'> };

const batchSize = 1000;

/**
 * One round: writes down which pending commands have expired. Nobody waits for it, since an overdue
 * command counts as expired already; it keeps the index of pending ones small.
 */
export async function expireOverdueCommands(
  { db, clock, news }: ExpireDeps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  let expired = batchSize;
  while (expired === batchSize && !signal.aborted) {
    const commands = await expireCommands(db.write, { now, limit: batchSize });
    news.commandsChanged(commands);
    expired = commands.length;
  }
}
