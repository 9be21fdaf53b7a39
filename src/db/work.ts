import type { Transaction } from 'kysely';
import type { Engine } from './db.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Statements that are run in one transaction by `perform` of `Database`. On SQLite they run in another
 * thread, which finds the work by `url` and `name`, the name of its export; argument and result are cloned,
 * and of an error only its message and code come back. It may be run again with the same argument, which it
 * therefore leaves as it is.
 */
export type Work<A, R> = {
  url: string;
  name: string;
  run: (trx: Transaction<Tables>, engine: Engine, argument: A) => Promise<R>;
};
