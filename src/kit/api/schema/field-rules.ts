import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldError } from '../failures/api-error.ts';
import { compileValidator, ValidationFailure } from './validator.ts';

/** A rule on a field of a body that a schema cannot state, and the fault where it is broken. */
export type FieldRule = FieldError & { isBroken: (body: Record<string, unknown>) => boolean };

/** Finds the faults of what was sent that a schema cannot state; fields that the schema refuses may hold anything. */
export type FindFaults = (sent: Record<string, unknown>) => FieldError[];

/**
 * Compiles the kit's validator with further rules, so that a field that breaks one is named together with
 * every other wrong field. A field that its schema refuses is not named by them.
 */
export function compileWithRules(...rules: FieldRule[]): FastifySchemaCompiler<TSchema> {
  return compileWithFaults((sent) =>
    rules
      .filter(({ isBroken }) => isBroken(sent))
      .map(({ field, message }) => ({ field, message })),
  );
}

/** The same with the faults that a function finds. */
export function compileWithFaults(findFaults: FindFaults): FastifySchemaCompiler<TSchema> {
  return (route) => {
    const validate = compileValidator(route);
    return (data: unknown) => {
      const result = validate(data) as { value: unknown } | { error: ValidationFailure };
      const errors = 'error' in result ? result.error.fields : [];
      const refused = new Set(errors.map(({ field }) => field));
      const sent = (data ?? {}) as Record<string, unknown>;
      const more = findFaults(sent).filter(({ field }) => !refused.has(field));
      return more.length === 0 ? result : { error: new ValidationFailure([...errors, ...more]) };
    };
  };
}
