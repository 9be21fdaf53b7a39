import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { compileWithFaults } from '../../kit/api/schema/field-rules.ts';
import { readMoment } from '../../kit/time/moment.ts';

const dateFields = ['start_date', 'end_date'] as const;

/** Names a wrong date of a range together with every other wrong field. */
export const compileQueryValidator = compileWithFaults(findWrongDates);

function findWrongDates(fields: Record<string, unknown>): FieldError[] {
  return dateFields.flatMap((field) => {
    const text = fields[field];
    if (typeof text !== 'string' || readMoment(text)) return [];
    return [{ field, message: fault('moment') }];
  });
}
