import assert from 'node:assert/strict';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readStored } from '../helpers/database/stored-readings.ts';
import { contentOf, push, useOriginal } from '../helpers/server/backed-up-installation.ts';
import { runKisimaAlone, startKisima } from '../helpers/server/kisima-process.ts';
import { type OwnedDevice, registerOwner } from '../helpers/server/process-client.ts';
import { runKisima } from '../helpers/server/run-kisima.ts';

const soakHelpers = new URL('../helpers/soak/', import.meta.url);

describe('kisima restore that is killed', () => {
  const { made, makeTarget } = useOriginal();

  it('is run again wherever it was killed, and what stood there is kept whole', async () => {
    const installed = await makeTarget();
    const server = await startKisima(installed.env);
    const owner = await registerOwner(server.url, 1);
    assert.equal(await push(server.url, owner.devices[0] as OwnedDevice), 201);
    server.kill('SIGKILL');
    await server.ended;
    const before = await contentOf(installed.folder);
    const refusal = /^A restore was cut off while it moved files: run kisima restore again, /;
    let refused = 0;
    for (let at = 1; ; at += 1) {
      const target = await makeTarget();
      await cp(installed.folder, target.folder, { recursive: true });
      const killer = fileURLToPath(new URL('kill-at-change.cjs', soakHelpers));
      const killing = { NODE_OPTIONS: `--require=${killer}`, KILL_AT: String(at) };
      const { signal } = await runKisimaAlone(['restore', made.original.backup], {
        ...target.env,
        ...killing,
      });
      if (signal === null) {
        assert.ok(at > 12, `${at} changes`);
        break;
      }
      // Nobody works with the files of two installations; before they are moved all is unchanged.
      const { code, stderr } = await runKisima(['doctor'], target.env);
      if (code !== 0) assert.match(stderr, refusal, `killed at change ${at}`);
      if (code !== 0) refused += 1;
      const again = await runKisima(['restore', made.original.backup], target.env);
      assert.equal(again.code, 0, again.stderr);
      assert.deepEqual(await readStored(target), made.stored);
      // One that was killed after its last move was whole: then the other is a second restore.
      const keptFolders = (await readdir(target.folder)).filter((name) => /^replaced-/.test(name));
      assert.ok(keptFolders.length === 1 || code === 0);
      const [first = ''] = keptFolders.sort();
      const kept = await contentOf(join(target.folder, first));
      const names = kept.map(([name]) => name);
      // The doctor has copied the log into the database where nothing was moved yet.
      if (code !== 0) {
        assert.deepEqual(
          kept,
          before.filter(([name]) => names.includes(name)),
        );
        assert.ok(names.includes('kisima.db-wal'), names.join());
      }
      assert.ok(names.includes('kisima.db') && names.includes('server-secret'), names.join());
      const old = await readStored({
        ...target,
        folder: join(target.folder, first),
      });
      assert.equal(old.readings.length, 1);
      assert.deepEqual(
        (await readdir(target.folder)).filter((name) => /incoming|unfinished|draft/.test(name)),
        [],
      );
    }
    assert.ok(refused > 5, `refused ${refused} times`);
  });
});
