import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from '../kit/type.ts';
import { compileValidator, ValidationFailure } from '../kit/validator.ts';

/**
 * The time zone of an IANA name, in the letter case in which the database has it; undefined for
 * anything else, also for offsets such as `+03:00`, which know no daylight saving.
 */
export function readTimeZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // An old name may resolve to its successor or the reverse; the one that was given stays.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/**
 * The kit's validator with the one rule that a schema cannot state, so that a wrong `timezone` is
 * named together with every other wrong field.
 */
export const compileTimeZoneValidator: FastifySchemaCompiler<TSchema> = (route) => {
  const validate = compileValidator(route);
  return (data: unknown) => {
    const result = validate(data) as { value: unknown } | { error: ValidationFailure };
    const errors = 'error' in result ? result.error.fields : [];
    const { timezone } = (data ?? {}) as { timezone?: unknown };
    const isWrong =
      typeof timezone === 'string' &&
      readTimeZone(timezone) === undefined &&
      !errors.some(({ field }) => field === 'timezone');
    if (!isWrong) return result;
    const error = { field: 'timezone', message: 'must be an IANA time zone name' };
    return { error: new ValidationFailure([...errors, error]) };
  };
};
