import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type S3Server, startS3 } from '../../../test/helpers/s3/s3-server.ts';
import { runKisima } from '../../../test/helpers/server/run-kisima.ts';
import { makeTestFolder } from '../../../test/helpers/server/test-folder.ts';
import { readConfig } from '../../config.ts';
import { hourMs } from '../../kit/time/units.ts';
import { backupName, expiredBackups, isBackupName } from './back-up-to.ts';
import { s3Place } from './s3-place.ts';

const old = ['kisima-20240101T020000Z.db', 'kisima-20240102T020000Z.db'];
const strangers = ['kisima-2023.db', 'kisima-20230101T020000Z.db.partial.txt', 'notes.txt'];
/** What is left of backups that were killed, while they were made and while they were sent. */
const killed = ['', '.0123456789ab']
  .flatMap((drawn) =>
    ['.partial', '.partial-journal', '.sending', `.sending${drawn}.partial`].map(
      (end) => `${drawn}${end}`,
    ),
  )
  .map((end) => `kisima-20230101T020000Z.db${end}`);
const underWay = backupName(Date.now() - hourMs);

describe('kisima backup --to', () => {
  let folder: string;
  let env: Record<string, string>;
  let s3: S3Server;
  before(async () => {
    folder = await makeTestFolder('backups');
    env = { DATA_DIR: join(folder, 'data') };
    assert.equal((await runKisima(['users'], { ...env })).code, 2);
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    s3 = await startS3();
    const { code, stderr } = await runKisima(['migrate'], env);
    assert.deepEqual([code, stderr], [0, '']);
    await writeFile(join(folder, 'data', 'server-secret'), 'c0ffee'.repeat(8), { mode: 0o600 });
  });
  after(async () => {
    await s3.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const inData = () => readdir(join(folder, 'data'));

  it('a folder names the backup after its time, and keeps as many as it is told', async () => {
    const place = join(folder, 'kept');
    await mkdir(place);
    const others = [...strangers, `${underWay}.partial`];
    for (const name of [...old, ...others, ...killed]) await writeFile(join(place, name), name);
    const { code, stdout, stderr } = await runKisima(['backup', '--to', place, '--keep', '2'], env);
    assert.deepEqual([code, stderr], [0, '']);
    const left = await readdir(place);
    const [made = ''] = left.filter((name) => isBackupName(name) && !old.includes(name));
    assert.deepEqual(left.sort(), [...others, old[1] ?? '', made].sort());
    const { size, mode } = await stat(join(place, made));
    assert.equal(mode & 0o777, 0o600);
    assert.equal(
      stdout,
      `${place}/${made}: ${size} bytes. It holds the server secret: keep it as safe as that.\nRemoved ${old[0]}.\n`,
    );
  });

  it('a folder that is not there makes it, for its owner alone', async () => {
    const place = join(folder, 'new', 'backups');
    const { code, stderr } = await runKisima(['backup', '--to', place], env);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal((await readdir(place)).length, 1);
    assert.equal((await stat(place)).mode & 0o777, 0o700);
  });

  it('a bucket stores it whole, and keeps as many there as it is told', async () => {
    const before = await inData();
    for (const name of killed) await writeFile(join(folder, 'data', name), name);
    for (const name of [...old, ...strangers]) await s3.put(`water/nairobi/${name}`, name);
    await s3.put(old[0] ?? '', 'elsewhere');
    const { code, stdout, stderr } = await runKisima(
      ['backup', '--to', 's3://backups/water/nairobi/', '--keep', '1'],
      { ...env, ...s3.env },
    );
    assert.deepEqual([code, stderr], [0, '']);
    const keys = await s3.keys();
    const made = keys.find(
      (key) => stdout.includes(key) && !old.some((name) => key.endsWith(name)),
    );
    assert.ok(made !== undefined, stdout);
    const names = strangers.map((name) => `water/nairobi/${name}`);
    assert.deepEqual(keys.sort(), [old[0], made, ...names].sort());
    const left = await inData();
    assert.deepEqual(left, [...new Set([...before, 'last-backup'])].sort());

    const file = join(folder, 'from-bucket.db');
    await writeFile(file, await s3.read(made));
    const restored = await runKisima(['restore', file], { DATA_DIR: join(folder, 'restored') });
    assert.deepEqual([restored.code, restored.stderr], [0, '']);
  });

  it('a bucket takes what is larger than one part', async () => {
    const bytes = randomBytes(40 * 2 ** 20);
    const file = join(folder, 'large');
    await writeFile(file, bytes);
    await s3Place(readConfig(s3.env).s3, 's3://backups').store(file, 'large');
    assert.ok((await s3.read('large')).equals(bytes));
  });

  it('says in a line what it cannot do, removes nothing and leaves nothing behind', async () => {
    const place = join(folder, 'damaged');
    await mkdir(place);
    for (const name of old) await writeFile(join(place, name), name);
    const listen = async () => {
      const server = createServer(() => {});
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return { server, at: `127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const { server: silent, at: silentAt } = await listen();
    const { server: gone, at: nobody } = await listen();
    gone.close();
    const files = await inData();
    const keys = await s3.keys();
    const toBucket = ['backup', '--to', 's3://backups/x', '--keep', '1'];
    const all = { ...env, ...s3.env };
    const refused = [
      await runKisima(['backup', 'a', '--to', place], env),
      await runKisima(['backup', 'a', '--keep', '2'], env),
      await runKisima(['backup', '--to', place, '--keep', '0'], env),
      await runKisima(['backup', '--to', place, '--keep', '1'], {
        DATA_DIR: join(folder, 'empty'),
      }),
      await runKisima(['backup', '--to', join(folder, 'large', 'x')], env),
      await runKisima(['backup', '--to', 's3://B'], all),
      await runKisima(toBucket, env),
      await runKisima(['backup', '--to', 's3://nowhere/x', '--keep', '1'], all),
      await runKisima(toBucket, { ...all, S3_SECRET_KEY: 'wrong' }),
      await runKisima(toBucket, { ...all, S3_ENDPOINT: `http://${nobody}` }),
      await runKisima(toBucket, {
        ...all,
        S3_ENDPOINT: `http://${silentAt}`,
        S3_DEADLINE_SECONDS: '1',
      }),
    ];
    silent.close();
    const notStored = 'The backup was not stored in s3://backups/x.';
    assert.deepEqual(
      refused.map(({ code, stderr }) => [code, stderr.trimEnd()]),
      [
        [2, 'a or --to, not both.'],
        [2, '--keep needs a place by --to.'],
        [2, '--keep is a number, 1 or more.'],
        [2, `There is no database in ${join(folder, 'empty')}.`],
        [
          2,
          `The folder ${join(folder, 'large', 'x')} cannot be made. (ENOTDIR: not a directory, mkdir '${join(folder, 'large', 'x')}')`,
        ],
        [2, 's3://B is no s3://bucket/prefix.'],
        [2, 'S3_ACCESS_KEY and S3_SECRET_KEY are needed for s3://.'],
        [1, 'The backup was not stored in s3://nowhere/x. (The specified bucket does not exist)'],
        [
          1,
          `${notStored} (The request signature we calculated does not match the signature you provided. Check your key and signing method.)`,
        ],
        [1, `${notStored} (connect ECONNREFUSED ${nobody})`],
        [1, `${notStored} (storing the backup took longer than 1000 ms)`],
      ],
    );
    assert.deepEqual([await inData(), await s3.keys()], [files, keys]);
    assert.equal(await readFile(join(place, old[0] ?? ''), 'utf8'), old[0]);
    assert.deepEqual(await readdir(place), old);
  });
});

describe('which backups go', () => {
  const instants = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  const names = fc.uniqueArray(instants.map((at) => backupName(at.getTime())));

  it('is the oldest, so that with the new one no more are left than are to stay', () => {
    fc.assert(
      fc.property(names, instants, fc.integer({ min: 1, max: 20 }), (there, at, keep) => {
        const made = backupName(at.getTime());
        const all = [...new Set([...there, made])];
        const gone = expiredBackups([...all, 'kisima.db', 'x'], made, keep);
        const left = all.filter((name) => !gone.includes(name));
        assert.ok(left.includes(made));
        assert.equal(left.length, Math.min(all.length, keep));
        const [newestGone] = [...gone].sort().reverse();
        const others = left.filter((name) => name !== made);
        assert.ok(newestGone === undefined || others.every((name) => name > newestGone));
        assert.ok(gone.every(isBackupName));
      }),
    );
  });
});
