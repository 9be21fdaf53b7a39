import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inCircles, readImports } from './helpers/imports.ts';

/** From the ground up: a folder may import from its own line or from an earlier one. */
const layers = [
  ['kit'],
  ['api', 'words'],
  ['live'],
  ['ui', 'tanks'],
  ['session', 'tank-view', 'day-chart', 'week-times', 'imports'],
  [
    ...['account', 'alerts', 'device-setup', 'fleet', 'home', 'map', 'notifications', 'people'],
    ...['reports', 'sign-in', 'tank', 'tank-groups', 'water'],
    ...['sms-account', 'sms-admin', 'sms-groups', 'sms-send', 'sms-webhooks'],
  ],
  ['shell'],
  ['main.tsx', 'styles'],
];

const { files, imports } = readImports(fileURLToPath(new URL('../web/src', import.meta.url)));

const folderOf = (path: string) => path.split('/', 1)[0] ?? '';
const layerOf = (path: string) => layers.findIndex((layer) => layer.includes(folderOf(path)));

/** Among folders of the dashboard; packages, and what is shared with the server, are left out. */
const between = imports.filter(
  ({ from, to }) => layerOf(to) >= 0 && folderOf(from) !== folderOf(to),
);

describe('import directions of the dashboard', () => {
  it('knows the layer of every file', () => {
    assert.deepEqual(
      files.filter((path) => layerOf(path) < 0),
      [],
    );
  });

  it('lets a file import only from its own layer or below', () => {
    const upward = between.filter(({ from, to }) => layerOf(to) > layerOf(from));
    assert.deepEqual(upward, []);
  });

  it('knows no circle of folders', () => {
    const folders = between.map(({ from, to }) => [folderOf(from), folderOf(to)] as const);
    assert.deepEqual(inCircles(folders), []);
  });
});
