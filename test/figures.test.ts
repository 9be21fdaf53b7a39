import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type StoredBytes, storeOnPostgres, storeOnSqlite } from '../bench/lib/stored-bytes.ts';
import figures from '../docs/measurements/figures.json' with { type: 'json' };
import { renderFigures, renderings } from '../scripts/render-figures.ts';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import { makeTestFolder } from './helpers/server/test-folder.ts';

const pages = ['scaling.md', 'measurements/README.md'].map((name) => ({
  name,
  text: readFileSync(new URL(`../docs/${name}`, import.meta.url), 'utf8'),
}));

describe('the sums of what a fleet needs', () => {
  for (const { name, text } of pages) {
    it(`are what \`npm run docs:figures\` writes: docs/${name}`, () => {
      assert.equal(text, renderFigures(text));
    });
  }

  it('each have their place', () => {
    const places = pages.flatMap(({ text }) =>
      Array.from(text.matchAll(/<!-- figures: (\w+) -->/g), ([, name]) => name),
    );
    assert.deepEqual(places.sort(), Object.keys(renderings).sort());
  });

  it('say of a place that has no sum which one it is', () => {
    assert.throws(() => renderFigures('<!-- figures: wells --><!-- end -->'), /wells/);
  });
});

describe('the bytes of a reading and of an hour that these sums begin with', () => {
  const boards = { devices: 60, minutes: 600, isLocated: false };

  it('are still those of SQLite', async () => {
    const folder = await makeTestFolder('bytes');
    try {
      const stored = await storeOnSqlite(folder, boards);
      assertNear(stored, figures.bytes.sqlite, { reading: 0.05, hour: 0.05 });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are still those of PostgreSQL', async () => {
    const database = await makePostgresDatabase();
    const folder = await makeTestFolder('bytes');
    try {
      const stored = await storeOnPostgres({ url: database.url, folder }, boards);
      // An hour is written anew with each of its readings: what that leaves in the table at this moment
      // depends on when PostgreSQL has tidied up.
      assertNear(stored, figures.bytes.postgres, { reading: 0.05 });
    } finally {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

type Share = { reading: number; hour: number };

function assertNear(stored: StoredBytes, told: Share, within: Partial<Share>): void {
  for (const [what, share] of Object.entries(within) as [keyof Share, number][]) {
    const off = Math.abs(stored[what] / told[what] - 1);
    const figure = `a ${what} takes ${stored[what].toFixed(0)} bytes, figures.json says ${told[what]}`;
    assert.ok(off <= share, `${figure}: npm run bench size -- --save`);
  }
}
