import assert from 'node:assert/strict';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { makeStorage, type Storage } from '../../../test/helpers/server/kisima-process.ts';
import { assertRefused, runKisima } from '../../../test/helpers/server/run-kisima.ts';

describe('backups of one name', () => {
  let storage: Storage;
  before(async () => {
    storage = await makeStorage('sqlite');
    assert.equal((await runKisima(['migrate'], storage.env)).code, 0);
    await writeFile(join(storage.folder, 'server-secret'), 'c0ffee'.repeat(8), { mode: 0o600 });
  });
  after(() => storage.remove());

  it('that are made at once leave one, and that is whole', async () => {
    const parent = join(storage.folder, '..', 'at-once');
    await mkdir(parent);
    // Processes of their own, which are loaded when the last ones begin.
    for (const name of ['first', 'second', 'third']) {
      const file = join(parent, name);
      const ends = await Promise.all([1, 2, 3].map(() => runKisima(['backup', file], storage.env)));
      const made = ends.filter(({ code }) => code === 0);
      assert.ok(made.length > 0, ends.map(({ stderr }) => stderr).join(''));
      for (const { code, stderr } of ends) {
        if (code !== 0) assert.equal(stderr, `${file} exists already: name a new file.\n`);
      }
      const DATA_DIR = join(parent, `${name}-restored`);
      const restored = await runKisima(['restore', file], { DATA_DIR });
      assert.deepEqual([restored.code, restored.stderr], [0, '']);
      assert.equal((await runKisima(['doctor'], { DATA_DIR })).code, 0);
    }
    const left = (await readdir(parent)).filter((name) => !name.endsWith('-restored'));
    assert.deepEqual(left.sort(), ['first', 'second', 'third']);
  });

  it('remove what those left that were killed, and nothing else', async () => {
    const parent = join(storage.folder, '..', 'killed');
    await mkdir(parent);
    const drawn = '0123456789ab';
    const killed = ['', '-journal', '-wal', '-shm'].flatMap((end) => [
      `a (1).db.${drawn}.partial${end}`,
      `a (1).db.partial${end}`,
    ]);
    const others = [
      `b.db.${drawn}.partial`,
      `ba (1).db.${drawn}.partial`,
      'a (1).db.0123.partial',
      `a (1).db.${drawn}.partial.txt`,
      `a (1)xdb.${drawn}.partial`,
    ];
    const underWay = 'a (1).db.ba9876543210.partial';
    const leave = async (name: string, hours: number) => {
      await writeFile(join(parent, name), name);
      const at = Date.now() / 1000 - hours * 3600;
      await utimes(join(parent, name), at, at);
    };
    for (const name of [...killed, ...others]) await leave(name, 13);
    await leave(underWay, 11);
    const { code, stderr } = await runKisima(['backup', join(parent, 'a (1).db')], storage.env);
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(await readdir(parent), ['a (1).db', underWay, ...others].sort());
  });

  it('are not made of a database that holds nothing at all', async () => {
    const folder = join(storage.folder, '..', 'empty');
    await mkdir(folder);
    await writeFile(join(folder, 'kisima.db'), '');
    await writeFile(join(folder, 'server-secret'), 'c0ffee'.repeat(8));
    const file = join(folder, 'backup');
    assertRefused(
      await runKisima(['backup', file], { DATA_DIR: folder }),
      /^The backup was not made\. \(the copy is no database of Kisima\)$/m,
    );
  });
});
