import type { Database } from '../../db/database.ts';
import { type Batcher, createBatcher } from '../../kit/async/batcher.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Accepted, type Arrival, acceptMessages } from './accept-messages.ts';

/**
 * Takes single messages in, those of one turn of the event loop together, each with its charge. On
 * SQLite they join the commit that is next, beside what else waits for it, so that a request costs a
 * part of a sync of the disk; PostgreSQL serves several at once, and accounts that meet in two of them
 * take turns there.
 */
export function createAcceptance(
  db: Database,
  { storeClaimed }: Pick<Dispatcher, 'storeClaimed'>,
): Batcher<Arrival, Accepted> {
  return createBatcher((arrivals) => storeClaimed(() => db.perform(acceptMessages, arrivals)), {
    largest: 200,
    // With one at a time a request waited for this thread to hear of the commit before its own.
    abreast: 4,
  });
}
