import fc from 'fast-check';

const alphabet =
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+/=. \t\u00a0\u200b\u212a\uff10';

/** Strings that are not a code and look like it: what a lenient reader might take for the same. */
export function neighboursOf(code: string): fc.Arbitrary<string> {
  const place = fc.nat(code.length);
  const character = fc.constantFrom(...alphabet);
  const cut = (at: number, length: number, put: string) =>
    code.slice(0, at) + put + code.slice(at + length);
  return fc
    .oneof(
      fc.tuple(place, character).map(([at, put]) => cut(at, 1, put)),
      fc.tuple(place, character).map(([at, put]) => cut(at, 0, put)),
      // The last character of base64 has bits that say nothing.
      character.map((put) => cut(code.length - 1, 1, put)),
      place.map((at) => cut(at, 1, '')),
      fc.constantFrom(
        code.toUpperCase(),
        code.toLowerCase(),
        `${code}=`,
        `${code}==`,
        `0${code}`,
        ` ${code}`,
        `${code}\n`,
        code.replaceAll('-', '+').replaceAll('_', '/'),
      ),
    )
    .filter((other) => other !== code);
}
