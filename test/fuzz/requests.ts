import fc from 'fast-check';
import { contentTypes, type DescribedOperation, type Schema } from '../contract/openapi.ts';
import { anyCharacter } from '../helpers/any-character.ts';
import type { RawRequest } from '../helpers/http/raw-request.ts';
import { type Credentials, headersOf, pathsOf } from './doors.ts';
import {
  hostileEncoded,
  hostileJson,
  strangeBodies,
  strangeMembers,
  strangePairs,
  strangeTypes,
} from './hostile.ts';
import { type Pools, rarely, valuesOf } from './values.ts';

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
  { pools, ...credentials }: { pools: Pools } & Credentials,
): fc.Arbitrary<RawRequest> {
  const [method = '', path = ''] = route.split(' ');
  const body = operation.requestBody ? bodiesOf(operation, pools) : rarely(strangeBody, noBody);
  return fc
    .record({
      path: pathsOf(path, operation, pools),
      query: queriesOf(operation, pools),
      body,
      headers: headersOf(operation, pools, credentials),
    })
    .map(({ path, query, body: { type, content }, headers }) => ({
      method,
      path: query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path,
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
      body: method === 'GET' ? undefined : content,
    }));
}

type Body = { type?: string; content?: Buffer };

const noBody = fc.constant<Body>({});
const strangeBody: fc.Arbitrary<Body> = fc.record({ type: strangeTypes, content: strangeBodies });

function bodiesOf({ requestBody }: DescribedOperation, pools: Pools): fc.Arbitrary<Body> {
  const usual = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
    return textsOf(type, schema, pools).map((text): Body => ({ type, content: Buffer.from(text) }));
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

function textsOf(type: string, schema: Schema, pools: Pools): fc.Arbitrary<string> {
  switch (type) {
    case contentTypes.json:
      return fieldsOf(schema, pools, asJson, strangeMembers, toMember).map(
        (members) => `{${members.join(',')}}`,
      );
    case contentTypes.form:
      return fieldsOf(schema, pools, asForm, strangePairs, toPair).map((pairs) => pairs.join('&'));
    default:
      return fc
        .array(fc.oneof(...cellsOf(pools)), { maxLength: 12 })
        .map((cells) => cells.join(''));
  }
}

/** Parts of a file of contacts, and texts that spoil one. */
function cellsOf(pools: Pools): fc.Arbitrary<string>[] {
  const phones = (pools['phone'] ?? ['']).map((phone) => `${phone}`);
  return [
    fc.constantFrom(',', ';', '\t', '\n', '\r\n', '"', '""', 'phone;name\n', '\ufeff', '\0'),
    fc.constantFrom(...phones.flatMap((phone) => [`${phone}\n`, `${phone},Wanjiku\n`])),
    fc.string({ unit: anyCharacter, maxLength: 120 }),
  ];
}

function queriesOf({ parameters = [] }: DescribedOperation, pools: Pools): fc.Arbitrary<string> {
  const inQuery = parameters.filter((each) => each.in === 'query');
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  const required = inQuery.flatMap((each) => (each.required ? [each.name] : []));
  const pairs = fieldsOf({ properties, required }, pools, asForm, strangePairs, toPair);
  return pairs.map((each) => each.join('&'));
}

const toMember = (name: string, value: string) => `${JSON.stringify(name)}:${value}`;
const toPair = (name: string, value: string) => `${encodeURIComponent(name)}=${value}`;

/** Deviation of a request: none, in one field, or anywhere. */
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
