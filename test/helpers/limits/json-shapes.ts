import type { Schema } from '../../contract/openapi.ts';

/** A body by what is odd about it. */
export type Shape = { name: string; text: string };

const items = ['{}', '[]', '0', 'null', '""', '"0712345678"', '"\\u0000"', '{"a":{},"b":[]}'];

const longTexts = {
  letters: 'x',
  blanks: ' ',
  escapes: '\\u0001',
  halves: '\\ud800',
  quotes: '\\"',
  emoji: '😀',
  dashes: '-',
  digits: '7',
};

/** JSON bodies of at most `bytes` bytes that an operation with this schema should refuse, or bear. */
export function* jsonShapes(schema: Schema, bytes: number): Generator<Shape> {
  for (const [path, field] of placesIn(schema)) {
    const name = path.join('.') || 'body';
    const within = (text: string) => wrap(path, text);
    const room = bytes - within('').length - 2;
    if (field === 'scalar') {
      for (const [kind, unit] of Object.entries(longTexts)) {
        yield { name: `${name}: ${kind}`, text: within(`"${repeat(unit, room)}"`) };
      }
      yield { name: `${name}: a long number`, text: within(`1${repeat('9', room)}`) };
    }
    for (const item of field === 'list' ? items : items.slice(0, 2)) {
      yield { name: `${name}: list of ${item}`, text: within(`[${joined(item, room)}]`) };
    }
    yield { name: `${name}: many keys`, text: within(`{${keys(room)}}`) };
    yield { name: `${name}: deep lists`, text: within(nested('[', ']', room)) };
    yield { name: `${name}: deep objects`, text: within(nested('{"a":', '}', room - 1, '0')) };
    yield { name: `${name}: a long key`, text: within(`{"${repeat('k', room - 4)}":0}`) };
  }
  for (const name of [...Object.keys(schema.properties ?? {}).slice(0, 1), '__proto__', 'toString'])
    yield { name: `${name} again and again`, text: `{${joined(`"${name}":[]`, bytes - 2)}}` };
  yield { name: 'lists that never end', text: repeat('[', bytes) };
  yield { name: 'a string that never ends', text: `{"a":"${repeat('x', bytes - 6)}` };
  yield { name: 'constructors', text: `[${joined('{"constructor":{"prototype":0}}', bytes - 2)}]` };
  yield { name: 'blanks', text: `${repeat(' ', bytes - 2)}{}` };
  yield { name: 'commas', text: `[${repeat(',', bytes - 2)}]` };
}

type Place = [path: string[], field: 'scalar' | 'list' | 'object'];

/** Every field, also of fields, and of the first item of lists; the body itself first. */
function* placesIn(schema: Schema, path: string[] = []): Generator<Place> {
  const types = [schema.type].flat();
  const arm = schema.anyOf?.find(({ type }) => type !== 'null');
  if (arm) return yield* placesIn(arm, path);
  if (types.includes('array') || schema.items) {
    yield [path, 'list'];
    if (schema.items) yield* placesIn(schema.items, [...path, '0']);
  } else if (schema.properties) {
    yield [path, 'object'];
    for (const [name, field] of Object.entries(schema.properties)) {
      yield* placesIn(field, [...path, name]);
    }
  } else {
    yield [path, 'scalar'];
  }
}

function wrap(path: string[], text: string): string {
  return path.reduceRight(
    (inner, name) => (name === '0' ? `[${inner}]` : `{"${name}":${inner}}`),
    text,
  );
}

/** As often as it goes into so many bytes. */
export function repeat(unit: string, bytes: number): string {
  return unit.repeat(Math.max(0, Math.floor(bytes / Buffer.byteLength(unit))));
}

export function joined(item: string, bytes: number): string {
  return repeat(`${item},`, bytes).slice(0, -1);
}

function keys(bytes: number): string {
  const all: string[] = [];
  for (let at = 0, used = 0; used < bytes - 16; at += 1) {
    const member = `"${at.toString(36)}":0`;
    all.push(member);
    used += member.length + 1;
  }
  return all.join(',');
}

function nested(open: string, close: string, bytes: number, inner = ''): string {
  const depth = Math.max(0, Math.floor(bytes / (open.length + close.length)));
  return open.repeat(depth) + inner + close.repeat(depth);
}
