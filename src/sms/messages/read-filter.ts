import { type FieldError, failures } from '../../kit/api/api-error.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { parseInstant } from '../../kit/time/instant.ts';
import type { MessageFilter } from './queries.ts';
import type { MessagesQuery } from './schemas.ts';

/** @throws 400 that names every field that cannot be read. */
export function readFilter(query: MessagesQuery): Omit<MessageFilter, 'limit'> {
  const errors: FieldError[] = [];
  const read = <T>(field: 'to' | 'from' | 'until', parse: (text: string) => T, message: string) => {
    const text = query[field];
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) errors.push({ field, message });
    return value;
  };
  const isNoInstant = 'must be an ISO 8601 date-time with its offset from UTC';
  const filter = {
    phone: read('to', normalisePhone, 'must be a Kenyan mobile number'),
    from: read('from', parseInstant, isNoInstant),
    until: read('until', parseInstant, isNoInstant),
    status: query.status,
    jobId: query.job_id,
    campaign: query.campaign,
    before: query.before ?? Number.MAX_SAFE_INTEGER,
  };
  if (errors.length > 0) throw failures.invalid(errors);
  return filter;
}
