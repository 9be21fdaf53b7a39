import { type Static, type TNull, type TSchema, type TUnion, Type } from 'typebox';
import { linePattern } from '../../text/line-pattern.ts';
import type { FaultText } from '../failures/faults.ts';

/**
 * Marks an object whose numbers may arrive as text, as they must in a query or a form: the validator
 * then reads strict decimal notation before it checks types.
 */
const numericStrings = { 'x-numeric-strings': true } as const;

/** Object of a form or a query: numbers may come as text. */
export function FormObject<P extends Record<string, TSchema>>(properties: P, options = {}) {
  return Type.Object(properties, { ...numericStrings, ...options });
}

/** An optional member that may also be `null`, which means the same as its absence. */
export function OptionalNullable<T extends TSchema>(schema: T, options = {}) {
  return Type.Optional(Nullable(schema, options));
}

/**
 * The schema or `null`. Of a single value, null is a second type of it: a choice between two schemas takes
 * a validator for each, also when an answer is written.
 */
export function Nullable<T extends TSchema>(schema: T, options = {}) {
  const { type, enum: words } = schema as { type?: string; enum?: unknown[] };
  if (!type || !singleValues.has(type)) return Type.Union([schema, Type.Null()], options);
  const orNull = { type: [type, 'null'], ...(words && { enum: [...words, null] }) };
  return { ...schema, ...orNull, ...options } as unknown as TUnion<[T, TNull]>;
}

const singleValues = new Set(['boolean', 'integer', 'number', 'string']);

/** A schema that the API's description shares under a unique name. */
export function Named<T extends TSchema>(title: string, schema: T): T {
  return { ...schema, title };
}

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

/** Wrong text of a kind that is told in words of its own. */
export type WrongKind = { pattern: string; message: FaultText };

/**
 * Text in a form of its own; `message` states it to senders of another: `must be …`.
 * @param options `maxLength` bounds the text that a pattern is tried on; `wrongKind` has its own message.
 */
export function Shaped(
  pattern: string,
  message: FaultText,
  options: { maxLength: number; minLength?: number; description?: string; wrongKind?: WrongKind },
) {
  const { wrongKind, ...others } = options;
  const ofKind = wrongKind && { 'x-wrong-kind': wrongKind };
  return Type.String({ pattern, 'x-message': message, ...ofKind, ...others });
}

/**
 * Characters of what shows who somebody is, far beyond any that is right: a wrong one is refused as wrong, and not
 * for its length.
 */
export const longestShown = 1000;

/** Id of a record, counted upwards. */
export const RecordId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

/** Id of a record, in a query or a path. */
export const ById = FormObject({ id: RecordId });

export const Instant = Type.String({ format: 'date-time' });

export type { Static };
