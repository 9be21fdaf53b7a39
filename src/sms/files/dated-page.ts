import { type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { endOfMoment, readMoment, startOfMoment } from '../../kit/time/moment.ts';

const moment = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 40, description: `${description}, in the account's zone.` }),
  );

/** The time of a list, for its query. */
export const timeFields = {
  from: moment('A day or a date-time, at or after which'),
  to: moment('A day, which is included, or a date-time, before which'),
};

/** The days of a list whose `from` and `to` are something else. */
export const dayFields = {
  from_day: moment('The first day'),
  to_day: moment('The last day'),
};

type TimeQuery = { from?: string | undefined; to?: string | undefined };

/** A time `[from, to)` in epoch milliseconds; both ends may be open. */
export type Time = { from?: number; to?: number };

/**
 * @param suffix of the names of the two fields in the query.
 * @throws 400 that names what is no moment, and an end that is not after its start.
 */
export function readTime(query: TimeQuery, zone: string, suffix = ''): Time {
  const errors: FieldError[] = [];
  const read = (field: 'from' | 'to', instantOf: typeof startOfMoment) => {
    const text = query[field];
    if (text === undefined) return undefined;
    const found = readMoment(text);
    if (!found) errors.push({ field: `${field}${suffix}`, message: fault('moment') });
    return found && instantOf(found, zone);
  };
  const from = read('from', startOfMoment);
  const to = read('to', endOfMoment);
  if (from !== undefined && to !== undefined && to <= from) {
    errors.push({ field: `to${suffix}`, message: fault('beforeStart') });
  }
  if (errors.length > 0) throw failures.invalid(errors);
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

type Edge = {
  /** Id of the last row of the page before. */
  before: number;
  /** Its time, where the list is in the order of time. */
  beforeAt?: number | undefined;
};

/**
 * True for rows behind the last one of the page before.
 * @param table name of the rows in the statement, with its dot.
 */
export function isBehind({ before, beforeAt }: Edge, table = ''): RawBuilder<boolean> {
  const [id, createdAt] = [sql.raw(`${table}id`), sql.raw(`${table}created_at`)];
  if (beforeAt === undefined) return sql<boolean>`${id} < ${before}`;
  // The first half alone leads into the index.
  return sql<boolean>`${createdAt} <= ${beforeAt}
    and (${createdAt} < ${beforeAt} or ${id} < ${before})`;
}
