import type { Database } from '../../db/database.ts';
import { type Batcher, createBatcher } from '../../kit/batcher.ts';
import { type Accepted, type Arrival, acceptMessages } from './accept-messages.ts';

/**
 * Takes single messages in: those that arrive while a commit is under way go out together in the next
 * one, each with its charge, so that a request costs a part of a sync of the disk.
 */
export function createAcceptance(db: Database): Batcher<Arrival, Accepted> {
  // PostgreSQL serves several at once; accounts that meet in two of them take turns there.
  const abreast = db.engine === 'sqlite' ? 1 : 4;
  return createBatcher((arrivals) => db.perform(acceptMessages, arrivals), {
    largest: 200,
    abreast,
  });
}
