import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { parseInstant } from '../../kit/time/instant.ts';
import type { MessageFilter } from './queries.ts';
import type { MessagesQuery } from './schemas.ts';

/** @throws 400 that names every field that cannot be read. */
export function readFilter(query: MessagesQuery): MessageFilter {
  const errors: FieldError[] = [];
  const read = <T>(
    field: 'to' | 'from' | 'until',
    parse: (text: string) => T,
    message: FaultText,
  ) => {
    const text = query[field];
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) errors.push({ field, message });
    return value;
  };
  const isNoInstant = fault('offset');
  const filter = {
    phone: read('to', normalisePhone, fault('phone')),
    from: read('from', parseInstant, isNoInstant),
    until: read('until', parseInstant, isNoInstant),
    status: query.status,
    jobId: query.job_id,
    campaign: query.campaign,
  };
  if (errors.length > 0) throw failures.invalid(errors);
  return filter;
}
