import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { databaseModules } from '../src/water/index.ts';
import { fromRoot, type Import, inCircles, readImports } from './helpers/imports.ts';

const source = fileURLToPath(new URL('../src', import.meta.url));

/** From the ground up: a file may import what stands in its own layer or in an earlier one. */
const layers: [name: string, pattern: RegExp][] = [
  ['kit', /^kit\//],
  [
    'configuration and storage',
    /^((db|settings)\/|config\.ts|(data-folder|server-secret|service-deps|unfinished-restore)\.ts)/,
  ],
  ['accounts', /^accounts\//],
  ['delivery', /^delivery\//],
  ['what the rooms of a service share', /^(water|sms)\/[^/]+\.ts$(?<!\/(index|loops)\.ts)/],
  ['rooms', /^(water|sms)\/[^/]+\//],
  ['simulator', /^simulator\//],
  ['services', /^(water|sms)\/(index|loops)\.ts/],
  ['operations and the dashboard', /^(operations|dashboard)\//],
  ['server', /^server\.ts/],
  ['programs', /^(run|main|create-log|open-storage|plain-links)\.ts|^cli\//],
];

/** Packages that stand behind one file each, so that they can be replaced there. */
const guarded: Record<string, string> = {
  'better-sqlite3': 'db/sqlite/sqlite-file.ts',
  pg: 'db/postgres/postgres.ts',
  '@node-rs/argon2': 'accounts/passwords/passwords.ts',
  'fast-jwt': 'accounts/sessions/tokens.ts',
  otpauth: 'accounts/second-factor/codes.ts',
  bowser: 'accounts/sessions/client.ts',
  'temporal-polyfill': 'kit/time/time-zone.ts',
  helmet: 'kit/http/security-headers.ts',
  'ipaddr.js': 'delivery/destinations.ts',
  aedes: 'water/doors/mqtt/embedded-broker.ts',
  mqtt: 'water/doors/mqtt/external-broker.ts',
  ws: 'water/doors/mqtt/websockets.ts',
  'd3-random': 'simulator/random.ts',
  '@bradenmacdonald/s3-lite-client': 'cli/backups/s3-place.ts',
};

const { files, imports } = readImports(source);

function layerOf(path: string): number {
  return layers.findIndex(([, pattern]) => pattern.test(path));
}

/** A room is a folder of a service, or else all of a layer; its wings are parts of it. */
function roomOf(path: string): string {
  const [, room] = path.match(/^((?:water|sms)\/[^/]+)\//) ?? [];
  return room ?? layers[layerOf(path)]?.[0] ?? path;
}

/** Modules for the threads of SQLite, as paths from the root. */
const threadModules = [...databaseModules.procedures, ...databaseModules.renderers].map((url) =>
  relative(source, fileURLToPath(url)).replaceAll('\\', '/'),
);

/** All files and packages that are loaded with some files: what they import for more than its types. */
function loadedWith(roots: string[]): Set<string> {
  const loaded = new Set(roots);
  // The set grows while it is walked.
  for (const path of loaded) {
    if (!files.includes(path)) continue;
    const text = readFileSync(join(source, path), 'utf8');
    const statements = text.matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^';]*?from\s+)?'([^']+)'/gm,
    );
    for (const [, to = ''] of statements) loaded.add(fromRoot(source, path, to));
  }
  return loaded;
}

const isOurs = ({ to }: Import) => to.endsWith('.ts');
const say = ({ from, to }: Import) => `${from} imports ${to}`;

describe('import directions', () => {
  it('knows the layer of every file', () => {
    assert.deepEqual(
      files.filter((path) => layerOf(path) < 0),
      [],
    );
  });

  it('lets a file import only from its own layer or below', () => {
    const upward = imports.filter((each) => isOurs(each) && layerOf(each.to) > layerOf(each.from));
    assert.deepEqual(upward.map(say), []);
  });

  it('knows no circle of rooms', () => {
    const between = imports
      .filter((each) => isOurs(each) && roomOf(each.from) !== roomOf(each.to))
      .map(({ from, to }) => [roomOf(from), roomOf(to)] as const);
    assert.deepEqual(inCircles(between), []);
  });

  it('keeps the water level service and the SMS service apart', () => {
    const crossing = imports.filter(
      ({ from, to }) =>
        (from.startsWith('water/') && to.startsWith('sms/')) ||
        (from.startsWith('sms/') && to.startsWith('water/')),
    );
    assert.deepEqual(crossing.map(say), []);
  });

  it('keeps HTTP out of queries, rules and storage', () => {
    const pure = /queries\.ts$|^water\/(pumps|detectors|record)\/|^db\//;
    const wrong = imports.filter(({ from, to }) => pure.test(from) && /fastify/.test(to));
    assert.deepEqual(wrong.map(say), []);
  });

  it('keeps the simulator pure: of the program it knows units of time and the geometry of tanks', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith('simulator/') &&
        isOurs({ from, to }) &&
        !/^(simulator|water\/tank-shapes|kit\/time)\//.test(to),
    );
    assert.deepEqual(wrong.map(say), []);
  });

  it('freezes migrations: they import nothing of ours but one another', () => {
    const isMigration = (path: string) => path.startsWith('db/migrations/');
    const wrong = imports.filter(
      (each) => isMigration(each.from) && isOurs(each) && !isMigration(each.to),
    );
    assert.deepEqual(wrong.map(say), []);
  });

  it('keeps each guarded package in its one file', () => {
    const wrong = imports.filter(
      ({ from, to }) => guarded[to] !== undefined && guarded[to] !== from,
    );
    assert.deepEqual(wrong.map(say), []);
  });

  it('starts no other program and makes no code of text', () => {
    const wrong = imports.filter(({ to }) =>
      /^(node:)?(child_process|vm|repl|inspector)$/.test(to),
    );
    // For its flag `gc`, by a text that stands there.
    assert.deepEqual(wrong.map(say), ['cli/serve.ts imports node:vm']);
    const evaluating = files.filter((path) =>
      /\beval\(|\bnew Function\(/.test(readFileSync(join(source, path), 'utf8')),
    );
    assert.deepEqual(evaluating, []);
  });

  it('loads no query builder into the writer thread of SQLite before works are sent to it', () => {
    const loaded = loadedWith(['db/sqlite/sqlite-thread.ts', ...threadModules]);
    assert.ok(loaded.has('water/record/batch.ts'));
    assert.ok(!loaded.has('kysely'), 'a type is imported with `import type`, or the file is split');
  });

  it('reads the environment in main alone, and in no module behind it', () => {
    const readers = files.filter((path) =>
      /process\.env/.test(readFileSync(join(source, path), 'utf8')),
    );
    assert.deepEqual(readers.sort(), ['cli/kisima.ts', 'main.ts']);
  });
});
