import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { renderSettings } from '../scripts/render-settings.ts';
import { Environment, readConfig } from '../src/config.ts';

const page = readFileSync(new URL('../docs/settings.md', import.meta.url), 'utf8');

describe('docs/settings.md', () => {
  it('is what `npm run docs:settings` writes', () => {
    assert.equal(page, renderSettings());
  });

  it('lists every setting with its default and meaning, and no other', () => {
    const listed = [...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.*?) \| .*? \| (.*) \|$/gm)].map(
      ([, name, fallback, meaning]) => ({ name, fallback, meaning }),
    );
    const known = Object.entries(Environment.properties).map(([name, schema]) => {
      const { default: fallback = '', description } = schema as Described;
      return { name, fallback: fallback === '' ? '' : `\`${fallback}\``, meaning: description };
    });
    assert.deepEqual(listed, known);
  });
});

describe('a setting that must look like something', () => {
  for (const [name, schema] of Object.entries(Environment.properties)) {
    const { pattern, 'x-message': message } = schema as Described;
    if (pattern === undefined) continue;
    it(`says what is wanted: ${name}`, () => {
      assert.ok(message);
      assert.throws(() => readConfig({ [name]: '¿?' }), {
        name: 'Error',
        message: `${name} ${message}`,
      });
    });
  }
});

type Described = {
  default?: unknown;
  description?: string;
  pattern?: string;
  'x-message'?: string;
};
