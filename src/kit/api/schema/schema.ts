import { type Static, type TNull, type TSchema, type TUnion, Type } from 'typebox';
import { linePattern } from '../../text/line-pattern.ts';
import type { FaultText } from '../failures/faults.ts';

/**
 * Marks an object whose numbers may arrive as text, as they must in a query or a form: the validator
 * then reads strict decimal notation before it checks types.
 */
const numericStrings = { 'x-numeric-strings': true } as const;

/** A form or a query: numbers may come as text. */
export function FormObject<P extends Record<string, TSchema>>(properties: P, options = {}) {
  return Type.Object(properties, { ...numericStrings, ...options });
}

/** An optional member that may also be `null`, which means the same as leaving it out. */
export function OptionalNullable<T extends TSchema>(schema: T, options = {}) {
  return Type.Optional(Nullable(schema, options));
}

/**
 * The schema or `null`. Where it is of a single value, that is a second type of it: a choice between two
 * schemas takes a validator for each, also when an answer is written.
 */
export function Nullable<T extends TSchema>(schema: T, options = {}) {
  const { type, enum: words } = schema as { type?: string; enum?: unknown[] };
  if (!type || !singleValues.has(type)) return Type.Union([schema, Type.Null()], options);
  const orNull = { type: [type, 'null'], ...(words && { enum: [...words, null] }) };
  return { ...schema, ...orNull, ...options } as unknown as TUnion<[T, TNull]>;
}

const singleValues = new Set(['boolean', 'integer', 'number', 'string']);

/** A schema that the description of the API shares under a name of its own: no two have the same. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title };
}

/** One of a few words. */
export function OneOf<const W extends string>(words: readonly W[], options = {}) {
  return Type.Unsafe<W>(Type.String({ enum: [...words], ...options }));
}

/**
 * One line of text: bounded, not blank, without control characters, marks that turn the direction of
 * writing, and halves of characters (lone surrogates), which no database gives back as they were.
 */
export function Line(maxLength: number, options = {}) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: linePattern,
    ...options,
  });
}

/**
 * Text of a form of its own; `message` says which, to whoever sends another: `must be …`.
 * @param options `maxLength` bounds what a pattern is tried on.
 */
export function Shaped(
  pattern: string,
  message: FaultText,
  options: { maxLength: number; minLength?: number; description?: string },
) {
  return Type.String({ pattern, 'x-message': message, ...options });
}

/** The id of a record that is counted up. */
export const RecordId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Which record is meant, in a query or a path. */
export const ById = FormObject({ id: RecordId });

/** An instant in an answer. */
export const Instant = Type.String({ format: 'date-time' });

export type { Static };
