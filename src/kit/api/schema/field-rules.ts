import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldError } from '../failures/api-error.ts';
import { compileValidator, ValidationFailure } from './validator.ts';

/** A rule on a field of a body that a schema cannot state, and the fault where it is broken. */
export type FieldRule = FieldError & { isBroken: (body: Record<string, unknown>) => boolean };

/**
 * Compiles the kit's validator with further rules, so that a field that breaks one is named together with
 * every other wrong field. A field that its schema refuses is not checked by them.
 */
export function compileWithRules(...rules: FieldRule[]): FastifySchemaCompiler<TSchema> {
  return (route) => {
    const validate = compileValidator(route);
    return (data: unknown) => {
      const result = validate(data) as { value: unknown } | { error: ValidationFailure };
      const errors = 'error' in result ? result.error.fields : [];
      const refused = new Set(errors.map(({ field }) => field));
      const body = (data ?? {}) as Record<string, unknown>;
      const broken = rules.filter(({ field, isBroken }) => !refused.has(field) && isBroken(body));
      if (broken.length === 0) return result;
      const more = broken.map(({ field, message }) => ({ field, message }));
      return { error: new ValidationFailure([...errors, ...more]) };
    };
  };
}
