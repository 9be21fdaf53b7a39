import type { Static, TNull, TSchema, TUnion, Type as TypeBox } from 'typebox';

const optional = Symbol('optional');
type Marked = { [optional]?: true };

/**
 * The builders that schemas are made of: TypeBox's types, and the JSON Schema that TypeBox makes.
 * Made here because TypeBox brings 370 modules along for them, 6 MB and 70 ms of every start.
 */
export const Type: Pick<
  typeof TypeBox,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'
> = {
  Array: (items, options) => make({ type: 'array', items }, options),
  Boolean: (options) => make({ type: 'boolean' }, options),
  Integer: (options) => make({ type: 'integer' }, options),
  Literal: (value, options) => make({ type: typeof value, const: value }, options),
  Null: (options) => make({ type: 'null' }, options),
  Number: (options) => make({ type: 'number' }, options),
  Object: (properties, options) =>
    make({ type: 'object', ...requiredOf(properties), properties }, options),
  Optional: (schema) => make(schema, { [optional]: true }),
  Record: (_key, value, options) =>
    make({ type: 'object', patternProperties: { '^.*$': value } }, options),
  String: (options) => make({ type: 'string' }, options),
  Union: (anyOf, options) => make({ anyOf }, options),
  Unknown: (options) => make({}, options),
  Unsafe: (schema) => make(schema),
};

/** The types of TypeBox say what only the compiler reads, such as `~kind`; the schema goes without. */
function make<T extends TSchema>(schema: object, options: object = {}): T {
  return { ...schema, ...options } as T;
}

function requiredOf(properties: Record<string, Marked>) {
  const required = Object.keys(properties).filter((name) => !properties[name]?.[optional]);
  return required.length > 0 ? { required } : {};
}

export type { Static, TNull, TSchema, TUnion };
