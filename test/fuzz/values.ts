import fc from 'fast-check';
import { alternativesOf, type PlainSchema, type Schema } from '../contract/openapi.ts';
import { anyCharacter } from '../helpers/any-character.ts';

/** Values that fit what is stored, by the name of a field, so that requests get past the door. */
export type Pools = Record<string, unknown[]>;

/** Values that a field should take. */
export function valuesOf(name: string, schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  return fc.oneof(...alternativesOf(schema).map((each) => valuesOfOne(name, each, pools)));
}

function valuesOfOne(name: string, schema: PlainSchema, pools: Pools): fc.Arbitrary<unknown> {
  const { type, enum: words, format, minLength = 0, maxLength = 100 } = schema;
  const pool = pools[name];
  if (type === 'array') return listsOf(name, schema.items ?? {}, pools);
  if (pool && type !== 'null') return fc.constantFrom(...pool);
  if (words) return fc.constantFrom(...words);
  if (format === 'email') return fc.emailAddress();
  const { minimum: min = -1000, maximum: max = 1000 } = schema;
  switch (type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(min, -1000), max: Math.min(max, 1000) }),
        fc.constantFrom(min, max),
      );
    case 'number':
      return fc.oneof(fc.double({ min, max, noNaN: true }), fc.constantFrom(min, max));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return objectsOf(schema, pools);
    default:
      return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
  }
}

/** Mostly what belongs there, now and then something else among it. */
function listsOf(name: string, items: Schema, pools: Pools): fc.Arbitrary<unknown[]> {
  const right = valuesOf(name, items, pools);
  const strange = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.string({ unit: anyCharacter }));
  return fc.array(fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: strange }), {
    maxLength: 8,
  });
}

function objectsOf({ properties = {} }: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(
    ([name, schema]) => [name, valuesOf(name, schema, pools)] as const,
  );
  return fc.record(Object.fromEntries(members));
}

export function rarely<T>(seldom: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 1, arbitrary: seldom }, { weight: 15, arbitrary: usual });
}
