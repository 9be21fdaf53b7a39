import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { prepareTarget } from '../../src/cli/copy/prepare-target.ts';
import { openDatabase } from '../../src/db/open-database.ts';
import { makeStorage, startKisima } from '../helpers/server/kisima-process.ts';
import { runKisima, runServe } from '../helpers/server/run-kisima.ts';
import { describeOnBothEngines } from '../helpers/server/test-server.ts';

const line =
  'The database holds a copy that has not come to its end: run the same kisima copy again, which ' +
  'goes on from there, or start on another database.\n';

describeOnBothEngines('a target that kisima copy has half filled', (engine) => {
  it('is served by nobody', async () => {
    const storage = await makeStorage(engine);
    const first = await startKisima(storage.env);
    await first.stop();
    const waits = { connectTimeoutMs: 5000, statementTimeoutMs: 5000 };
    const db = await openDatabase(
      engine === 'postgres'
        ? { engine, url: storage.databaseUrl ?? '', poolSize: 2, partitions: 1, ...waits }
        : { engine, path: join(storage.folder, 'kisima.db'), cacheKib: 1024 },
    );
    await prepareTarget(db, 'a copy that breaks off here');

    const start = await runServe({ PORT: '0', ...storage.env });
    assert.deepEqual([start.code, start.stderr], [2, line]);
    for (const command of ['doctor', 'migrate']) {
      const { code, stderr } = await runKisima([command], storage.env);
      assert.deepEqual([code, stderr], [2, line], command);
    }

    await db.write.schema.dropTable('kisima_copy').execute();
    await db.close();
    const second = await startKisima(storage.env);
    await second.stop();
    await storage.remove();
  });
});
