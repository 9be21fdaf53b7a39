import type { Database } from '../../../db/database.ts';
import { findHours, type SpanQuery } from '../../ledger/ledger-queries.ts';

/** The hours of a sensor that leaks are found in, oldest first. */
export async function findLeakHours(db: Database, asked: SpanQuery) {
  return await findHours(db, asked, [
    'hour',
    'count',
    'level_sum',
    'level_min',
    'level_max',
    'first_level',
    'last_level',
    'last_volume',
    'first_at',
    'last_at',
    'consumed_level',
    'gap_level',
    'suspects',
    'noise',
  ]);
}
