import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/database.ts';
import { recomputeOnPostgres } from '../../../src/water/record/postgres/postgres-recompute.ts';
import type { LedgerSpan } from '../../../src/water/record/rollups/recompute-span.ts';

/** A database in which no ledger can be made anew. */
export function failingRecompute(db: Database): Database {
  const callWriter = () => Promise.reject(new Error('out of order'));
  return new Proxy(db, {
    get: (all, name) => (name === 'callWriter' ? callWriter : Reflect.get(all, name)),
  });
}

/** A database whose ledger is made anew until the first step, which ends the work. */
export function endingRecompute(db: Database, end: AbortController): Database {
  const callWriter = async () => end.abort();
  return new Proxy(db, {
    get: (all, name) => (name === 'callWriter' ? callWriter : Reflect.get(all, name)),
  });
}

/** A database whose ledger is made anew for one day, with which the work ends. */
export function cutRecompute(db: Database, end: AbortController): Database {
  const callWriter = async (name: string, span: unknown) => {
    end.abort();
    if (db.callWriter) return await db.callWriter(name, span);
    assert.ok(db.partitions);
    return await recomputeOnPostgres(db.partitions, span as LedgerSpan);
  };
  return new Proxy(db, {
    get: (all, name) => (name === 'callWriter' ? callWriter : Reflect.get(all, name)),
  });
}
