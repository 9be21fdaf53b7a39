import { repeat, type Shape } from './json-shapes.ts';

/** Forms of at most `bytes` bytes, and queries. */
export function* formShapes(names: string[], bytes: number): Generator<Shape> {
  for (const name of names) {
    const room = bytes - name.length - 1;
    for (const unit of ['x', '+', '%00', '%F0%9F%98%80', '%', '-', '7']) {
      yield { name: `${name}: ${unit}`, text: `${name}=${repeat(unit, room)}` };
    }
    yield { name: `${name} again and again`, text: repeat(`${name}=1&`, bytes) };
  }
  const numbers = Array.from({ length: Math.floor(bytes / 8) }, (_, at) => `${at.toString(36)}=1`);
  yield { name: 'many fields', text: numbers.join('&').slice(0, bytes) };
  for (const unit of ['&', '=', '__proto__=1&', 'a[b]=1&', '%']) {
    yield { name: `${unit} again and again`, text: repeat(unit, bytes) };
  }
}

/** Files of contacts of at most `bytes` bytes. */
export function* csvShapes(bytes: number): Generator<Shape> {
  const units = {
    'short quoted lines': '"x"\n',
    'short lines with a stray quote': '"\n',
    'short lines': 'x\n',
    'quoted cells on one line': '"",',
    'one line of letters': 'x',
    'one line of quotes': '"',
    'one line of pairs of quotes': '"a" ',
    commas: ',',
    newlines: '\n',
    'carriage returns': '\r',
    blanks: ' ',
    'wide blanks': '\u3000',
    'blank lines': ' ;,\n',
    tabs: '\t',
    emoji: '😀\n',
    nothing: '\0',
  };
  for (const [name, unit] of Object.entries(units)) yield { name, text: repeat(unit, bytes) };
  yield { name: 'a quote that never ends', text: `"${repeat('0712345678,x\n', bytes - 1)}` };
  yield { name: 'a line, then a quote that never ends', text: `a,b\n"${repeat('x', bytes - 5)}` };
  yield { name: 'a header of many columns', text: `phone,${repeat('name,', bytes - 6)}` };
  const cells = Math.floor(bytes / 10_001);
  const wide = `${repeat('"",', 9990)}\n`;
  yield { name: 'wide quoted lines', text: wide.repeat(cells) };
  yield {
    name: 'ten thousand quoted contacts',
    text: lines(bytes, (at) => `"07${at}","${'ñ"'.repeat(40)}"`),
  };
  yield {
    name: 'ten thousand contacts',
    text: lines(bytes, (at) => `07${at},"${'a'.repeat(90)}"`),
  };
  yield {
    name: 'ten thousand wrong ones',
    text: lines(bytes, (at) => `06${at},"${'a'.repeat(300)}"`),
  };
}

function lines(bytes: number, write: (at: number) => string): string {
  const all = Array.from({ length: 10_000 }, (_, at) => write(10_000_000 + at));
  return all.join('\n').slice(0, bytes / 2);
}
