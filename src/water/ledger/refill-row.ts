import type { Selectable } from 'kysely';
import type { RefillsTable } from '../../db/tables/tables.ts';

/** A refill as it is stored, with the hour in which its end was known. */
export type RefillRow = Selectable<RefillsTable>;
