import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from '../../../test/helpers/database/check-stored.ts';
import { readSqliteFile } from '../../../test/helpers/database/stored-readings.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../../../test/helpers/server/kisima-process.ts';
import { registerOwner } from '../../../test/helpers/server/process-client.ts';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import { pushUntil, type StormRecord } from '../../../test/helpers/soak/push-storm.ts';

const unlimited = { PUSH_RATE_PER_DEVICE: '1000000', PUSH_BURST_PER_DEVICE: '1000000' };

describe('kisima backup', () => {
  let storage: Storage;
  let server: RunningKisima;
  before(async () => {
    storage = await makeStorage('sqlite');
    server = await startKisima({ ...storage.env, ...unlimited });
  });
  after(async () => {
    await server.stop();
    await storage.remove();
  });
  const inParent = (name: string) => join(storage.folder, '..', name);
  /** Age of the last backup in the metrics. */
  const backupAge = async () => {
    const answer = await fetch(`${server.url}/metrics`);
    const [, seconds] = /^kisima_backup_age_seconds (\S+)$/m.exec(await answer.text()) ?? [];
    return seconds === undefined ? undefined : Number(seconds);
  };

  it('copies a database that is written to, as it is at one instant', async () => {
    assert.equal(await backupAge(), undefined);
    const record: StormRecord = { pushes: [], acknowledged: [] };
    const { devices } = await registerOwner(server.url, 8);
    const { url } = server;
    const push = (until: number) => pushUntil({ url, devices, record, until, strike: () => {} });
    await push(200);

    const acknowledged = [...record.acknowledged];
    let isDone = false;
    const backup = runKisima(['backup', inParent('copy')], storage.env).finally(() => {
      isDone = true;
    });
    while (!isDone) await push(100);
    const { code, stdout, stderr } = await backup;
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /copy: \d+ bytes\. It holds the server secret/);

    const copy = await readSqliteFile(inParent('copy'));
    assertNothingIsLost(copy, { ...record, acknowledged });
    assertNothingIsTwice(copy, record);
    assertDerivedRowsFit(copy);
    assert.equal((await stat(inParent('copy'))).mode & 0o777, 0o600);
    assert.ok(record.acknowledged.length > acknowledged.length, 'nothing was pushed meanwhile');
    const age = await backupAge();
    assert.ok(age !== undefined && age < 600, `${age}`);
  });

  it('overwrites nothing', async () => {
    const before = await readFile(inParent('copy'));
    const { code, stderr } = await runKisima(['backup', inParent('copy')], storage.env);
    assert.deepEqual([code, stderr], [2, `${inParent('copy')} exists already: name a new file.\n`]);
    assert.deepEqual(await readFile(inParent('copy')), before);
  });

  it('says in one line what it cannot do, and leaves nothing behind', async () => {
    const files = await readdir(inParent('.'));
    const nowhere = inParent('nowhere/copy');
    const refused = {
      'cannot write': await runKisima(['backup', nowhere], storage.env),
      'no database': await runKisima(['backup', inParent('b')], { DATA_DIR: inParent('empty') }),
      'two names': await runKisima(['backup', inParent('b'), inParent('c')], storage.env),
      'no name': await runKisima(['backup'], storage.env),
      PostgreSQL: await runKisima(['backup', inParent('b')], {
        ...storage.env,
        DATABASE_URL: 'postgres://127.0.0.1:1/kisima',
      }),
    };
    const hint = ' (--help tells more)\n';
    const withoutDrawn = (text: string) => text.replace(/\.[\da-f]{12}\.partial/, '.….partial');
    const lines = Object.entries(refused).map(([why, { code, stderr }]) => [
      why,
      code,
      withoutDrawn(stderr),
    ]);
    assert.deepEqual(lines, [
      [
        'cannot write',
        2,
        `The backup was not made. (ENOENT: no such file or directory, open '${nowhere}.….partial')\n`,
      ],
      ['no database', 2, `There is no database in ${inParent('empty')}.\n`],
      [
        'two names',
        2,
        `error: too many arguments for 'backup'. Expected 1 argument but got 2: ${inParent('b')}, ${inParent('c')}.${hint}`,
      ],
      ['no name', 2, 'Name a new file, or a place by --to.\n'],
      ['PostgreSQL', 2, 'This installation uses PostgreSQL: back it up with pg_dump.\n'],
    ]);
    assert.deepEqual(await readdir(inParent('.')), files);
  });

  it('takes no option for the name of a file', async () => {
    for (const [option, status] of [
      ['--help', 0],
      ['--fast', 2],
    ] as const) {
      assert.equal((await runKisima(['backup', option], storage.env)).code, status);
      assert.ok(!existsSync(option));
    }
  });
});
