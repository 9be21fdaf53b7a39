import fc from 'fast-check';
import type { DescribedOperation } from '../contract/openapi.ts';
import { hostileEncoded } from './hostile.ts';
import { type Pools, rarely, valuesOf } from './values.ts';

/** Callers: people with a token, programs with a key. */
export type Credentials = { token?: string | undefined; apiKey?: string | undefined };

type Headers = Record<string, string>;

/** Path and header parameters of an operation, from its description. */
export function pathsOf(
  path: string,
  { parameters = [] }: DescribedOperation,
  pools: Pools,
): fc.Arbitrary<string> {
  const places = parameters.filter((each) => each.in === 'path');
  if (places.length === 0) return fc.constant(path);
  const values = places.map(({ name, schema }) => {
    const right = valuesOf(name, schema, pools).map((value) => encode(value));
    return rarely(hostileEncoded, right).filter(isOneSegment);
  });
  return fc.tuple(...values).map((drawn) =>
    places.reduce((filled, { name }, index) => {
      return filled.replace(`{${name}}`, () => drawn[index] ?? '');
    }, path),
  );
}

const encode = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

/** Nothing, and dots, lead to another path altogether. */
function isOneSegment(text: string): boolean {
  return text !== '' && !/^(\.|%2e){1,2}$/i.test(text);
}

/** The credentials that an operation asks for, and whatever else it takes in headers. */
export function headersOf(
  { parameters = [], security = [] }: DescribedOperation,
  pools: Pools,
  { token, apiKey }: Credentials,
): fc.Arbitrary<Headers> {
  const takesKey = security.some((scheme) => 'apiKey' in scheme);
  const credentials = takesKey
    ? rarely(fc.constantFrom({}, ...strangeKeys), fc.constant(nameIt('x-api-key', apiKey)))
    : rarely(
        fc.constantFrom({}, ...strangeTokens),
        fc.constant(nameIt('authorization', token && `Bearer ${token}`)),
      );
  const others = parameters
    .filter((each) => each.in === 'header')
    .map(({ name, schema }) =>
      fc.option(rarely(headerTexts, valuesOf(name, schema, pools).map(toHeader))).map((value) => ({
        ...(value !== null && { [name]: value }),
      })),
    );
  return fc.tuple(credentials, ...others).map((all) => Object.assign({}, ...all));
}

const nameIt = (name: string, value: string | undefined): Headers =>
  value === undefined ? {} : { [name]: value };

const strangeTokens = ['Bearer', 'Bearer x.y.z', 'Basic eA==', 'bearer  '].map((value) =>
  nameIt('authorization', value),
);
const strangeKeys = ['', 'ksm_', 'nonsense', 'ksm_\u00e9', 'x'.repeat(4000)].map((value) =>
  nameIt('x-api-key', value),
);
const headerTexts = fc.constantFrom('', ' ', 'k'.repeat(255), 'k'.repeat(256), '\u00e9', "a'b");

/** Characters that HTTP lets a client write into a header. */
function toHeader(value: unknown): string {
  return String(value).replace(/[^\x20-\x7e]/g, '?');
}
