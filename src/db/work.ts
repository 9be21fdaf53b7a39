import type { Transaction } from 'kysely';
import type { Engine } from './db.ts';
import type { Tables } from './tables/tables.ts';

/**
 * Statements that belong together, to be done in one transaction beside the connection. On SQLite
 * that is another thread, so `url` and `name` say where it finds the work, exported under that name;
 * what goes in and what comes out is cloned, and of an error only its message and code come back. It may
 * be run again, with the same argument, which it therefore leaves as it is.
 */
export type Work<A, R> = {
  /** `import.meta.url` of the module that exports it. */
  url: string;
  name: string;
  run: (trx: Transaction<Tables>, engine: Engine, argument: A) => Promise<R>;
};
