import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldError, isOfUnknownField } from '../failures/api-error.ts';
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
    return (data: unknown) => addFaults(validate(data) as Validated, data, findFaults);
  };
}

/**
 * Compiles the kit's validator so that a body which it refuses is refused for further faults, too. A body that it takes
 * is left to its handler, which finds these by itself, and with them those that only storage knows. Where a field is
 * unknown, no other is said to be missing: it may be the one that is misspelt.
 */
export function compileNamingMore(findFaults: FindFaults): FastifySchemaCompiler<TSchema> {
  return (route) => {
    const validate = compileValidator(route);
    if (route.httpPart !== 'body') return validate;
    return (data: unknown) => {
      const result = validate(data) as Validated;
      const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
      if (!('error' in result) || !isObject) return result;
      const mayBeMisspelt = result.error.fields.some(isOfUnknownField);
      return addFaults(result, data, (sent) =>
        findFaults(sent).filter(({ field }) => !mayBeMisspelt || field in sent),
      );
    };
  };
}

type Validated = { value: unknown } | { error: ValidationFailure };

function addFaults(result: Validated, data: unknown, findFaults: FindFaults): Validated {
  const errors = 'error' in result ? result.error.fields : [];
  const refused = new Set(errors.map(({ field }) => field));
  const more = findFaults((data ?? {}) as Record<string, unknown>).filter(
    ({ field }) => !refused.has(field),
  );
  return more.length === 0 ? result : { error: new ValidationFailure([...errors, ...more]) };
}
