import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { rowSet } from '../../db/row-set.ts';
import type { KeyRefusal } from '../../db/tables/device-tables.ts';
import type { Flag } from '../../db/tables/flag.ts';
import { dayMs } from '../../kit/time/units.ts';

/** Columns of a device of which no request, or no reading, was refused. */
export const noRefusals = { refusals: 0, refused_at: null, refused_for: null };
export const noReadingRefusals = {
  readings_refused: 0,
  readings_refused_since: null,
  readings_refused_at: null,
  readings_refused_for: null,
};

/** Requests of one device that were refused since they were last written. */
export type CountedRefusals = { id: number; count: number; refused_at: number; why: KeyRefusal };

/**
 * Adds to what is known of refused requests. A series of them ends with a day without any, and with a
 * change of the key. Rows are written in the order of ids, so that processes do not wait for each other.
 */
export async function addRefusals(
  { write, engine }: Pick<Database, 'write' | 'engine'>,
  refusals: readonly CountedRefusals[],
): Promise<void> {
  const columns = { id: 'bigint', count: 'bigint', refused_at: 'bigint', why: 'text' } as const;
  await sql`
    update devices set refused_for = v.why,
      refused_at = cast(v.refused_at as bigint),
      refusals = case when devices.refused_at > v.refused_at - ${sql.lit(dayMs)}
        then devices.refusals else 0 end + cast(v.count as integer)
    from ${rowSet(engine, columns, refusals)} as v where devices.id = v.id`.execute(write);
}

/** Refused readings of a device since they were last written; `is_anew` where one was taken before them. */
export type CountedReadingRefusals = {
  id: number;
  is_anew: Flag;
  count: number;
  since: number | null;
  last_at: number | null;
  reason: string | null;
};

/** Adds to what is known of refused readings, in the order of ids as `addRefusals` does. */
export async function saveReadingRefusals(
  { write, engine }: Pick<Database, 'write' | 'engine'>,
  refusals: readonly CountedReadingRefusals[],
): Promise<void> {
  const numbers = { id: 'bigint', is_anew: 'bigint', count: 'bigint' } as const;
  const columns = { ...numbers, since: 'bigint', last_at: 'bigint', reason: 'text' } as const;
  const isAnew = sql`(v.is_anew = 1 or devices.readings_refused = 0)`;
  await sql`
    update devices set
      readings_refused = case when ${isAnew} then 0 else devices.readings_refused end
        + cast(v.count as integer),
      readings_refused_since = case when ${isAnew} then cast(v.since as bigint)
        else devices.readings_refused_since end,
      readings_refused_at = cast(v.last_at as bigint),
      readings_refused_for = v.reason
    from ${rowSet(engine, columns, refusals)} as v where devices.id = v.id`.execute(write);
}
