import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { escapePlaceholders, fillTemplate, readTemplate } from './placeholders.ts';

const fill = (text: string, values: Record<string, string | null>) =>
  fillTemplate(readTemplate(text, Object.keys(values)), (column) => values[column] ?? null);
const unknownIn = (text: string, columns: string[] = []) =>
  readTemplate(text, columns).unknown.map(({ placeholder, meant }) => `${placeholder} ${meant}`);

/** Texts full of what placeholders are made of. */
const braced = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '{{',
        '}}',
        '\\',
        ' ',
        '\n',
        'name',
        '{name}',
        '\\{name}',
        '"a": 1',
      ),
      fc.string({ maxLength: 5 }),
    ),
  )
  .map((parts) => parts.join(''));

describe('placeholders', () => {
  it('are filled as the values are, and drop the blank before a missing one', () => {
    assert.equal(fill('Hello {name}!', { name: '$1 $& {name}' }), 'Hello $1 $& {name}!');
    assert.equal(fill('Hello {name}, welcome', { name: null }), 'Hello, welcome');
    assert.equal(fill('{name}: pay\n{name}', { name: null }), ': pay\n');
    assert.equal(fill('Hello\n{name}', { name: null }), 'Hello\n');
  });

  it('go by any heading, in any letter case', () => {
    const values = { 'Balance (KES)': '1,200', due_date: 'Friday', Jina: 'Asha', 'A, b': 'c' };
    assert.equal(
      fill('{jina}: {Balance (KES)} by { Due Date } {A, b}{JINA}', values),
      'Asha: 1,200 by Friday cAsha',
    );
    assert.equal(fill('{Name}/{name}', { name: '1', Name: '2' }), '2/1');
  });

  it('that stand for nothing are told, with the one that was meant', () => {
    assert.deepEqual(unknownIn('Hello {nmae}', ['name']), ['{nmae} {name}']);
    assert.deepEqual(unknownIn('Hi {{name}}', ['name']), ['{{name}} {name}']);
    assert.deepEqual(unknownIn('Hi {name}} {zip}', ['name']), [
      '{name}} {name}',
      '{zip} undefined',
    ]);
    assert.deepEqual(unknownIn('{0} {Salio la mwezi} {0}'), [
      '{0} undefined',
      '{Salio la mwezi} undefined',
    ]);
    assert.deepEqual(unknownIn('{"a": 1} {} { } :-{ {x, y} {a\nb} if (a) {b;}'), []);
  });

  it('are text behind a backslash, which goes away there and nowhere else', () => {
    assert.equal(fill('\\{name} is {name}', { name: 'Asha' }), '{name} is Asha');
    assert.equal(fill('\\{zip} \\{{name}}', { name: 'Asha' }), '{zip} {{name}}');
    assert.equal(fill('C:\\{"a"} \\d{3, 4} \\ {name}', { name: 'A' }), 'C:\\{"a"} \\d{3, 4} \\ A');
    assert.deepEqual(unknownIn('\\{zip} \\{{zip}}'), []);
  });

  it('leave an escaped text as it was, and a text without braces', () => {
    fc.assert(
      fc.property(braced, (text) => {
        const template = readTemplate(escapePlaceholders(text));
        assert.deepEqual(template.unknown, []);
        assert.equal(fillTemplate(template), text);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const plain = text.replaceAll('{', '(');
        assert.equal(fillTemplate(readTemplate(plain, ['name'])), plain);
      }),
    );
  });
});
