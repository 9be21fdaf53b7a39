import fc from 'fast-check';
import { contentTypes, type DescribedOperation, type Schema } from '../contract/openapi.ts';
import type { RawRequest } from '../helpers/raw-request.ts';
import {
  hostileEncoded,
  hostileJson,
  strangeBodies,
  strangeMembers,
  strangePairs,
  strangeTypes,
} from './hostile.ts';

/** Values that fit what is stored, by the name of a field, so that requests get past the door. */
export type Pools = Record<string, (string | number)[]>;

type Encoding = { hostile: fc.Arbitrary<string>; encode: (value: unknown) => string };

const asJson: Encoding = { hostile: hostileJson, encode: (value) => JSON.stringify(value) };
const asForm: Encoding = {
  hostile: hostileEncoded,
  encode: (value) => encodeURIComponent(String(value).toWellFormed()),
};

/**
 * Requests to one operation, as its description shapes them: mostly nearly right, each field by
 * itself right, hostile, left out or repeated, now and then all wrong.
 */
export function requestsTo(
  route: string,
  operation: DescribedOperation,
  { pools, token }: { pools: Pools; token: string | undefined },
): fc.Arbitrary<RawRequest> {
  const [method = '', path = ''] = route.split(' ');
  const query = queriesOf(operation, pools);
  const body = operation.requestBody ? bodiesOf(operation, pools) : rarely(strangeBody, noBody);
  return fc
    .record({ query, body, authorization: authorizations(token) })
    .map(({ query, body: { type, content }, authorization }) => ({
      method,
      path: query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(authorization !== undefined && { authorization }),
      },
      body: method === 'GET' ? undefined : content,
    }));
}

function authorizations(token: string | undefined): fc.Arbitrary<string | undefined> {
  const strange = fc.constantFrom('Bearer', 'Bearer x.y.z', 'Basic eA==', 'bearer  ', undefined);
  return rarely(strange, fc.constant(token && `Bearer ${token}`));
}

type Body = { type?: string; content?: Buffer };

const noBody = fc.constant<Body>({});
const strangeBody: fc.Arbitrary<Body> = fc.record({ type: strangeTypes, content: strangeBodies });

function bodiesOf({ requestBody }: DescribedOperation, pools: Pools): fc.Arbitrary<Body> {
  const usual = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    const content =
      type === contentTypes.json
        ? fieldsOf(schema, pools, asJson, strangeMembers, toMember).map(
            (members) => `{${members.join(',')}}`,
          )
        : fieldsOf(schema, pools, asForm, strangePairs, toPair).map((pairs) => pairs.join('&'));
    return content.map((text): Body => ({ type, content: Buffer.from(text) }));
  });
  const types = Object.keys(requestBody?.content ?? {});
  return fc.oneof(
    ...usual.map((arbitrary) => ({ weight: 16, arbitrary })),
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constantFrom(...types), content: strangeBodies }),
    },
    { weight: 1, arbitrary: strangeBody },
    { weight: 1, arbitrary: noBody },
  );
}

function queriesOf({ parameters = [] }: DescribedOperation, pools: Pools): fc.Arbitrary<string> {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.flatMap((each) => (each.required ? [each.name] : []));
  const pairs = fieldsOf({ properties, required }, pools, asForm, strangePairs, toPair);
  return pairs.map((each) => each.join('&'));
}

const toMember = (name: string, value: string) => `${JSON.stringify(name)}:${value}`;
const toPair = (name: string, value: string) => `${encodeURIComponent(name)}=${value}`;

/** How far a request goes astray: not at all, in one field, or wherever chance has it. */
const plans = fc.oneof(
  { weight: 3, arbitrary: fc.constant('right' as const) },
  { weight: 6, arbitrary: fc.nat(15) },
  { weight: 3, arbitrary: fc.constant('wild' as const) },
);

type Field = {
  name: string;
  isRequired: boolean;
  right: string;
  wrong: string;
  chance: 'right' | 'wrong' | 'both' | 'none';
};

/** The fields of a request, written out; a name may come twice and another that nobody knows. */
function fieldsOf(
  { properties = {}, required = [] }: Schema,
  pools: Pools,
  { hostile, encode }: Encoding,
  strange: fc.Arbitrary<string>,
  write: (name: string, value: string) => string,
): fc.Arbitrary<string[]> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.record<Field>({
      name: fc.constant(name),
      isRequired: fc.constant(required.includes(name)),
      right: valuesOf(name, schema, pools).map(encode),
      wrong: hostile,
      chance: fc.constantFrom('right', 'wrong', 'both', 'none'),
    }),
  );
  const unknown = rarely<string[]>(
    strange.map((each) => [each]),
    fc.constant([]),
  );
  return fc.tuple(fc.tuple(...fields), plans, unknown).map(([drawn, plan, others]) => {
    const astray = typeof plan === 'number' ? drawn[plan % drawn.length] : undefined;
    const written = drawn.flatMap((field) =>
      valuesFor(field, plan === 'wild', field === astray).map((value) => write(field.name, value)),
    );
    return [...written, ...others];
  });
}

function valuesFor(field: Field, isWild: boolean, isAstray: boolean): string[] {
  const { isRequired, right, wrong, chance } = field;
  if (!isWild && !isAstray) return isRequired || chance !== 'none' ? [right] : [];
  if (chance === 'none') return [];
  if (chance === 'both') return [right, wrong];
  return isAstray || chance === 'wrong' ? [wrong] : [right];
}

/** Values that a field should take. */
function valuesOf(name: string, schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const pool = pools[name];
  if (pool) return fc.constantFrom(...pool);
  const { anyOf, type, enum: words, format, minLength = 0, maxLength = 100 } = schema;
  if (anyOf) return fc.oneof(...anyOf.map((each) => valuesOf(name, each, pools)));
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
    default:
      return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 300) });
  }
}

function rarely<T>(seldom: fc.Arbitrary<T>, usual: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 1, arbitrary: seldom }, { weight: 15, arbitrary: usual });
}
