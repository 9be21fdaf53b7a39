import { Ajv, type ErrorObject } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldError, unknownField } from '../failures/api-error.ts';
import { type FaultText, fault } from '../failures/faults.ts';
import { boundErrors } from './bounded-keywords.ts';
import { compileOnce } from './compile-once.ts';
import { meantBy } from './other-names.ts';
import type { WrongKind } from './schema.ts';

// The package is CommonJS and types its default export as a namespace.
const addFormats = addFormatsModule.default;

const ajv = new Ajv({
  allErrors: true,
  strict: false,
  useDefaults: true,
  coerceTypes: false,
  // Errors then carry the schema that they speak of, and with it the message of its own.
  verbose: true,
  // Schemas are made by functions, and described by a document that a test validates; the schema of
  // schemas needs keywords that ours take the place of.
  meta: false,
  validateSchema: false,
});
addFormats(ajv, ['email', 'date-time', 'date']);
boundErrors(ajv);

const compiled = compileOnce((schema) => ajv.compile(schema));

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Turns text that is a finite decimal number into that number; anything else stays as it is. */
function readNumber(text: string): number | string {
  if (!decimal.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

type ObjectSchema = { properties?: Record<string, PropertySchema> };
type PropertySchema = { type?: string | string[] };

function isNumeric({ type }: PropertySchema): boolean {
  return [type].flat().some((each) => each === 'number' || each === 'integer');
}

function numericNames({ properties = {} }: ObjectSchema): string[] {
  return Object.entries(properties)
    .filter(([, property]) => isNumeric(property))
    .map(([name]) => name);
}

/** The value in the form of its schema, or its faults. */
type Checked<T> = { value: T } | { error: ValidationFailure };

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) =>
  compileCheck(schema);

/**
 * Compiles a check of values against a schema. In JSON, numbers are numbers; where a schema says
 * `x-numeric-strings` (queries, forms), strict decimal text is read first, so that `abc`, `1e999`, `NaN`
 * and an empty value stay text and are refused by their type.
 */
export function compileCheck<T = unknown>(schema: TSchema): (data: unknown) => Checked<T> {
  const find = compiled(schema);
  const isForm = 'x-numeric-strings' in schema;
  const readable = isForm ? numericNames(schema as ObjectSchema) : [];
  return (data) => {
    if (readable.length > 0 && typeof data === 'object' && data !== null) {
      const fields = data as Record<string, unknown>;
      for (const name of readable) {
        const value = fields[name];
        if (typeof value === 'string') fields[name] = readNumber(value);
      }
    }
    const validate = find();
    if (validate(data)) return { value: data as T };
    return { error: new ValidationFailure(toFieldErrors(validate.errors ?? [], isForm)) };
  };
}

/** Carries the wrong fields to the error handler. */
export class ValidationFailure extends Error {
  readonly fields: FieldError[];

  constructor(fields: FieldError[]) {
    super('invalid input');
    this.fields = fields;
  }
}

/** Most characters of an unknown name that are shown. */
const longestName = 50;

function toFieldErrors(errors: ErrorObject[], isForm: boolean): FieldError[] {
  const byField = new Map<string, FaultText>();
  const unknown: ErrorObject[] = [];
  for (const error of errors) {
    // A union of a type with null reports each arm; the arm with the wanted type comes first. Faults in the
    // branch of a condition are reported besides.
    if (error.keyword === 'anyOf' || error.keyword === 'if' || isNullArm(error)) continue;
    if (isUnknownField(error)) {
      unknown.push(error);
      continue;
    }
    const field = fieldOf(error);
    if (byField.has(field)) continue;
    byField.set(field, isForm && isRepeated(error) ? fault('repeated') : describe(error));
  }
  const wrong = Array.from(byField, ([field, message]) => ({ field, message }));
  return [...wrong, ...describeUnknown(unknown)];
}

/** In a form or a query, a field that comes more than once is read as a list. */
function isRepeated({ instancePath, keyword, params, data }: ErrorObject): boolean {
  const isField = instancePath !== '';
  return isField && keyword === 'type' && params['type'] !== 'array' && Array.isArray(data);
}

function isUnknownField({ keyword }: ErrorObject): boolean {
  return keyword === 'additionalProperties';
}

function describeUnknown(errors: ErrorObject[]): FieldError[] {
  const named = errors.flatMap((error) => {
    const { properties = {} } = (error.parentSchema ?? {}) as ObjectSchema;
    const { additionalProperty: name } = error.params;
    if (name === undefined) return [];
    return unknownField(fieldOf(error), meantBy(String(name), Object.keys(properties)));
  });
  const others = errors.reduce((sum, { params }) => sum + Number(params['others'] ?? 0), 0);
  if (others > 0) named.push({ field: 'body', message: fault('moreUnknown', { amount: others }) });
  return named;
}

function isNullArm({ keyword, params }: ErrorObject): boolean {
  return keyword === 'type' && params['type'] === 'null';
}

function fieldOf({ keyword, params, instancePath }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const name = nameOf(keyword, params);
  if (name === undefined) return path || 'body';
  return path ? `${path}.${name}` : name;
}

/** The field that an error of an object is about; an unknown name is shown cut and whole. */
function nameOf(keyword: string, params: ErrorObject['params']): string | undefined {
  if (keyword === 'required') return String(params['missingProperty']);
  if (keyword !== 'additionalProperties') return undefined;
  const name = String(params['additionalProperty']).slice(0, longestName).toWellFormed();
  return name.replaceAll(/\p{Cc}/gu, '\ufffd');
}

function describe({ keyword, params, parentSchema, data }: ErrorObject): FaultText {
  const { limit } = params;
  switch (keyword) {
    case 'required':
      return fault('required');
    case 'type':
      return describeType(String(otherThanNull(params['type'])));
    case 'enum':
      return fault('oneOf', { values: otherThanNull(params['allowedValues']).join(', ') });
    case 'minimum':
      return fault('least', { limit });
    case 'maximum':
      return fault('most', { limit });
    case 'exclusiveMinimum':
      return fault('more', { limit });
    case 'exclusiveMaximum':
      return fault('less', { limit });
    case 'minLength':
      return limit === 1 ? fault('empty') : fault('tooShort', { limit });
    case 'maxLength':
      return ownMessage(parentSchema) ?? fault('tooLong', { limit });
    case 'minItems':
      return fault('tooFew', { limit });
    case 'maxItems':
      return fault('tooMany', { limit });
    case 'uniqueItems':
      return fault('twice');
    case 'pattern':
      return kindMessage(parentSchema, String(data)) ?? ownMessage(parentSchema) ?? fault('blank');
    case 'not':
      return ownMessage(parentSchema) ?? fault('invalid');
    case 'format':
      return params['format'] === 'email'
        ? fault('email')
        : fault('format', { format: params['format'] });
    default:
      return fault('invalid');
  }
}

/** Leaves null out: the sender learns what a value should be, not that it may be left out. */
function otherThanNull(wanted: unknown): unknown[] {
  return [wanted].flat().filter((each) => each !== null && each !== 'null');
}

/** Schemas put nothing else there than a fault. */
function ownMessage(schema: Record<string, unknown> | undefined): FaultText | undefined {
  const message = schema?.['x-message'];
  return typeof message === 'string' ? (message as FaultText) : undefined;
}

function kindMessage(
  schema: Record<string, unknown> | undefined,
  text: string,
): FaultText | undefined {
  const kind = schema?.['x-wrong-kind'] as WrongKind | undefined;
  return kind && new RegExp(kind.pattern, 'u').test(text) ? kind.message : undefined;
}

function describeType(type: string): FaultText {
  const wanted: Record<string, FaultText> = {
    string: fault('text'),
    number: fault('number'),
    integer: fault('integer'),
    boolean: fault('boolean'),
    array: fault('list'),
    object: fault('object'),
  };
  return wanted[type] ?? fault('invalid');
}
