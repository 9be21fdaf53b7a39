import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { compileCheck, ValidationFailure } from '../../kit/api/schema/validator.ts';
import { readMoment } from '../../kit/time/moment.ts';

const dateFields = ['start_date', 'end_date'] as const;

/**
 * Compiles the kit's validator with the one rule that a schema cannot state, so that a wrong date is reported
 * together with every other wrong field.
 */
export const compileQueryValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const check = compileCheck(schema);
  return (data: unknown) => {
    const result = check(data);
    const named = 'error' in result ? result.error.fields : [];
    const wrongDates = findWrongDates(data).filter(
      ({ field }) => !named.some((error) => error.field === field),
    );
    if (wrongDates.length === 0) return result;
    return { error: new ValidationFailure([...named, ...wrongDates]) };
  };
};

function findWrongDates(data: unknown): FieldError[] {
  const fields = (data ?? {}) as Record<string, unknown>;
  return dateFields.flatMap((field) => {
    const text = fields[field];
    if (typeof text !== 'string' || readMoment(text)) return [];
    return [{ field, message: fault('moment') }];
  });
}
