import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { FindFaults } from '../../kit/api/schema/field-rules.ts';
import { compileCheck, ValidationFailure } from '../../kit/api/schema/validator.ts';
import { withoutEdges } from '../../kit/http/body-edges.ts';

/** A form of a device that was read, and the fields of it that were left out since they mean nothing. */
export type ReadForm<T> = { form: T; ignored: FieldError[] };

type FormRules = {
  /**
   * Fields that must be right where they are sent: a reading without them would be another one. All
   * others are left out where they mean nothing.
   */
  strict: readonly string[];
  /** Other ways of writing a word, in lower case, by the name of its field. */
  words?: Readonly<Record<string, ReadonlyMap<string, string>>>;
};

type Sent = Record<string, unknown>;
type FormSchema = { properties: Record<string, PropertySchema> };
type PropertySchema = { type?: string | string[] };

/**
 * Makes the reader of what boards send: blanks around values are dropped, an empty field counts as left out,
 * and an optional one that means nothing is left out and named. What is right as it came takes no detour.
 * @param schema what the form is once it has been read.
 * @returns a reader; what its `findFaults` finds is named where the schema refuses something.
 */
export function deviceFormReader<T>(
  schema: TSchema,
  { strict, words = {} }: FormRules,
): (sent: unknown, findFaults?: FindFaults) => ReadForm<T> | ValidationFailure {
  const check = compileCheck<T>(schema);
  const { properties } = schema as unknown as FormSchema;
  const names = Object.keys(properties);
  const texts = names.filter((name) => isText(properties[name] ?? {}));
  // A text with blanks around it is right by its schema, and still another one: `main` and ` main `.
  const isBare = (form: Sent): boolean =>
    texts.every((name) => {
      const text = form[name];
      return typeof text !== 'string' || withoutEdges(text) === text;
    });
  const isStrict = (field: string): boolean => strict.includes(field) || !names.includes(field);

  return (sent, findFaults = () => []) => {
    const asSent = check(sent);
    if ('value' in asSent && isBare(asSent.value as Sent))
      return { form: asSent.value, ignored: [] };
    if (!isForm(sent))
      return 'error' in asSent ? asSent.error : { form: asSent.value, ignored: [] };
    const { mended, empty } = mend(sent, properties, words);
    const checked = check(mended);
    if ('value' in checked) return { form: checked.value, ignored: empty };
    const meaningless = checked.error.fields.filter(({ field }) => !isStrict(field));
    for (const { field } of meaningless) delete mended[field];
    const rest = check(mended);
    // Where nothing is left that says a level, what was wrong with it says more than that it is missing.
    if ('error' in rest) return withFaults(checked.error, mended, findFaults);
    return { form: rest.value, ignored: [...empty, ...meaningless] };
  };
}

/** Checks the polls and acknowledgements of boards for the framework: every field of theirs counts. */
export const compileDeviceCheck: FastifySchemaCompiler<unknown> = ({ schema }) => {
  const { properties } = schema as FormSchema;
  const read = deviceFormReader(schema as TSchema, { strict: Object.keys(properties) });
  return (sent) => {
    const found = read(sent);
    return found instanceof ValidationFailure ? { error: found } : { value: found.form };
  };
};

/** Whose something is: its MAC or serial, and the key that it shows; undefined where it says none. */
export type SaidSender = { mac: string | undefined; apiKey: string | undefined };

/** Returns what a form says of its sender, read as the rest of it is, also where that is wrong. */
export function senderOf(sent: unknown): SaidSender {
  const { mac_address: mac, api_key: key } = (sent ?? {}) as Sent;
  return { mac: textOf(mac), apiKey: textOf(key) };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return withoutEdges(String(value)) || undefined;
}

/** Names what a function finds in the fields that are right by the schema together with those that are not. */
function withFaults(error: ValidationFailure, form: Sent, findFaults: FindFaults) {
  const refused = new Set(error.fields.map(({ field }) => field));
  const right = Object.entries(form).filter(([field]) => !refused.has(field));
  return new ValidationFailure([...error.fields, ...findFaults(Object.fromEntries(right))]);
}

function isForm(sent: unknown): sent is Sent {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent);
}

/** Reads values as their sender meant them; a key may be empty, which is none. */
function mend(
  sent: Sent,
  properties: Record<string, PropertySchema>,
  words: NonNullable<FormRules['words']>,
): { mended: Sent; empty: FieldError[] } {
  const mended: Sent = { ...sent };
  const empty: FieldError[] = [];
  for (const [name, property] of Object.entries(properties)) {
    if (mended[name] === undefined || mended[name] === null) continue;
    const value = readValue(mended[name], property, words[name]);
    if (value === '' && name !== 'api_key') {
      delete mended[name];
      empty.push({ field: name, message: fault('empty') });
    } else mended[name] = value;
  }
  return { mended, empty };
}

function readValue(
  value: unknown,
  property: PropertySchema,
  words: ReadonlyMap<string, string> | undefined,
): unknown {
  if (typeof value === 'object') return value;
  const text = withoutEdges(String(value));
  if (words) return words.get(text.toLowerCase()) ?? text;
  // In JSON a number may stand for a text: an instant in seconds, a serial of digits.
  if (isText(property))
    return typeof value === 'string' || typeof value === 'number' ? text : value;
  return typeof value === 'string' ? text.replace(blankExponent, '$1+') : value;
}

/** The `+` of an exponent, as in 6.25e+01, comes out of a form as a blank. */
const blankExponent = /(?<=\d)(e) (?=\d+$)/i;

function isText({ type }: PropertySchema): boolean {
  return [type].flat().includes('string');
}
