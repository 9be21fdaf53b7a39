import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { migrationNames } from './migrate.ts';

const folder = new URL('./migrations/', import.meta.url);

describe('the files of migrations', () => {
  it('are numbered from 1 without gaps, each number once', () => {
    const numbers = migrationNames.map((name) => Number(name.slice(0, 3)));
    assert.ok(numbers.length > 0);
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index + 1),
      'two branches took one number, or left one out: the later of them renames its file',
    );
  });

  it('are all that stands in their folder, beside their one helper', () => {
    const files = [...migrationNames.map((name) => `${name}.ts`), 'ddl.ts'];
    assert.deepEqual(readdirSync(folder).sort(), files);
  });

  it('each bring the schema up, and nothing else', async () => {
    for (const name of migrationNames) {
      const file: Record<string, unknown> = await import(new URL(`${name}.ts`, folder).href);
      assert.deepEqual(Object.keys(file), ['up'], name);
    }
  });
});
