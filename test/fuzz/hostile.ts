import fc from 'fast-check';
import { anyCharacter } from '../helpers/any-character.ts';

const long = 'x'.repeat(4000);

const texts = [
  ...['', ' ', '\t', '\n', 'a\u0000b', '\u007f', '\u0085', '\u2028', '\u202eabc', '😀', 'e\u0301'],
  ...["' or 1=1 --", '"; drop table users; --', '\\', '%', '_', '{{x}}', '../../etc', long],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'true', '[object Object]'],
  ...['1e999', '-1e999', 'NaN', 'Infinity', '0x10', '1_000', '1,5', '-1', '-0', '.5', '5.', '+7'],
  ...['0', '1e308', '1e-320', '9007199254740993', '99999999999999999999', '١٢٣', '１２'],
  ...['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z', '2026-11-21'],
  ...['2026-11-21T08:00:00', '+275760-09-13T00:00:00Z', '2026-11-21T08:00:00.000+23:59'],
];

/** JSON that no `JSON.stringify` writes, or that no field wants. */
const json = [
  ...['null', 'true', '[]', '[1]', '{}', '{"a":[{}]}', '-0', '1e999', '-1e999', '1e308', '1e-400'],
  ...['9007199254740993', '0.1', '-1', '1.5', '"\\ud800"', '"x\\udc00"', '"\\ud83d\\ude00"'],
  ...['{"__proto__":{"a":1}}', '["a","b"]', `${'['.repeat(200)}${']'.repeat(200)}`],
];

/** Text as it stands in a query or a form that no encoder writes. */
const encoded = [
  ...[
    '%',
    '%zz',
    '%00',
    '%ED%A0%80',
    '%C0%80',
    '%FF',
    '+',
    ';',
    '=',
    '%26',
    '[]',
    "'",
    '%0d%0aX:1',
  ],
];

const anyText = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.double({ noDefaultInfinity: true }).map(String),
);

/** A value that a field hardly expects, as JSON. */
export const hostileJson = fc.oneof(
  fc.constantFrom(...json),
  anyText.map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 2 }),
);

/** A value that a field hardly expects, as it stands in a query or a form. */
export const hostileEncoded = fc.oneof(
  fc.constantFrom(...encoded),
  anyText.map((text) => encodeURIComponent(text)),
);

/** Members that no operation has. */
export const strangeMembers = fc.constantFrom(
  ...['"__proto__":{"x":1}', '"constructor":{"prototype":{}}', '"toString":1', '"":0', '"id":null'],
);
export const strangePairs = fc.constantFrom(
  ...['__proto__=1', 'constructor=1', 'a[b][c]=1', '=', '&', 'action=list', 'hasOwnProperty=x'],
);

/** Bodies that are no object, or not even text. */
export const strangeBodies = fc.oneof(
  fc
    .constantFrom(
      ...[
        '',
        'null',
        '[]',
        '{',
        '"x"',
        '5',
        '{}x',
        '{"a":1,}',
        '[[',
        '{"__proto__":{}}',
        'a=b=c&&',
      ],
      ...['['.repeat(10_000), `{"level":${'9'.repeat(10_000)}}`, 'x'.repeat(20_000), '\ufeff{}'],
    )
    .map((text) => Buffer.from(text)),
  fc.constant(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

export const strangeTypes = fc.constantFrom(
  ...['', 'text/plain', 'application/xml', 'application/json; charset=utf-16', 'nonsense', '/'],
  ...['multipart/form-data; boundary=x', 'application/x-www-form-urlencoded; charset=latin1'],
  ...['application/json, application/json', 'APPLICATION/JSON'],
);
