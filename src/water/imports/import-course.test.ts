import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { refuseRows } from '../../../test/helpers/database/refuse-rows.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { type Job, unstopped, useImportDesk } from '../../../test/helpers/water/import-desk.ts';
import { dayMs } from '../../kit/time/units.ts';
import { deleteOldImports } from './import-devices.ts';

describeOnBothEngines('the course of imports of devices', (engine) => {
  const { server, told, work, send, begin, get, jobOf, devicesOf, run, counts } =
    useImportDesk(engine);

  it('goes on where it was stopped, and does nothing twice', async () => {
    const person = await registerUser(server);
    const macs = Array.from({ length: 120 }, randomMac);
    const job = await begin(person, macs.join('\n'));
    assert.deepEqual(counts(job), ['running', 0, 0, 0, 120]);
    // Each look at the signal comes before a transaction: the second one stops it.
    let looks = 0;
    const stopping = {
      get aborted() {
        return ++looks > 1;
      },
    } as AbortSignal;
    await work(stopping);
    assert.deepEqual(counts(await jobOf(person, job)), ['running', 50, 0, 0, 70]);
    await Promise.all([work(), work()]);
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 120, 0, 0, 0]);
    assert.equal((await devicesOf(person)).length, 120);
    assert.equal((await begin(person, macs.join('\n'), 200)).id, job.id);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 120, 0, 0, 0]);
    const spread = await run(person, `\uFEFFmac\r\n${macs.slice(0, 3).join('\r\n')}\r\n`);
    assert.deepEqual([...new Set(spread.map(({ status }) => status))], ['known']);
  });

  it('is told of as soon as it is over, while lists of others are worked on', async () => {
    const people = [await registerUser(server), await registerUser(server)] as const;
    const [first, second] = people;
    const macs = (count: number) => Array.from({ length: count }, randomMac).join('\n');
    const short = await begin(first, macs(3));
    const long = await begin(second, macs(220));
    told.length = 0;
    const toldBefore: string[][] = [];
    // Each look at the signal comes before a transaction.
    const watching = {
      get aborted() {
        toldBefore.push([...told]);
        return false;
      },
    } as AbortSignal;
    await work(watching);
    const [ofFirst, ofSecond] = people.map(({ user }) => `devices of ${user.id}`);
    // Both have some lines done, then the short one has no more: two transactions each.
    assert.deepEqual(toldBefore.slice(0, 4), [[], [], [], []]);
    assert.ok(toldBefore.length > 4);
    for (const before of toldBefore.slice(4)) assert.deepEqual(before, [ofFirst]);
    assert.deepEqual(told, [ofFirst, ofSecond]);
    assert.deepEqual(counts(await jobOf(first, short)), ['finished', 3, 0, 0, 0]);
    assert.deepEqual(counts(await jobOf(second, long)), ['finished', 220, 0, 0, 0]);
  });

  it('is told of as far as it is done where the work is stopped, and again at its end', async () => {
    const person = await registerUser(server);
    await begin(person, Array.from({ length: 60 }, randomMac).join('\n'));
    told.length = 0;
    let looks = 0;
    const stopping = {
      get aborted() {
        return ++looks > 1;
      },
    } as AbortSignal;
    await work(stopping);
    assert.deepEqual(told, [`devices of ${person.user.id}`]);
    await work();
    assert.deepEqual(told, [`devices of ${person.user.id}`, `devices of ${person.user.id}`]);
  });

  it('is cancelled, and taken up again by the same file', async () => {
    const person = await registerUser(server);
    const theirs = await registerUser(server);
    const taken = await registerDevice(server, theirs.token);
    const text = `mac\n${taken.mac_or_serial}\n${randomMac()}`;
    const job = await begin(person, text);
    const path = `/api/imports/${job.id}`;
    const cancelled = await server.request('DELETE', path, { token: person.token });
    assert.deepEqual(counts(cancelled.body as Job), ['cancelled', 0, 0, 0, 2]);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['cancelled', 0, 0, 0, 2]);
    await begin(person, text, 200);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 1, 0, 1, 0]);
    await server.request('DELETE', `/api/devices.php?action=remove&id=${taken.id}`, {
      token: theirs.token,
    });
    await begin(person, text, 200);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 2, 0, 0, 0]);
  });

  it('registers anew what is gone since, where the same list is sent again', async () => {
    const person = await registerUser(server);
    const [kept, gone] = [randomMac(), randomMac()];
    await registerDevice(server, person.token, kept);
    const text = `mac,name\n${kept},Roof\n${gone},Shamba\n`;
    const job = await begin(person, text);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 1, 1, 0, 0]);
    assert.equal((await begin(person, text, 200)).status, 'finished');
    const devices = await devicesOf(person);
    for (const { id } of devices) {
      const path = `/api/devices.php?action=remove&id=${id}`;
      assert.equal((await server.request('DELETE', path, person)).status, 200);
    }
    await registerDevice(server, person.token, kept);
    assert.deepEqual(counts(await begin(person, text, 200)), ['running', 0, 0, 0, 2]);
    await work();
    assert.deepEqual(counts(await jobOf(person, job)), ['finished', 1, 1, 0, 0]);
    const names = (await devicesOf(person)).map(({ device_name }) => device_name);
    assert.deepEqual(names.toSorted(), ['Roof', 'Shamba']);
  });

  it('waits for none that always fail, however many of them are older', async () => {
    const person = await registerUser(server);
    const created_at = server.clock.now;
    const broken = await server.db.write
      .insertInto('device_imports')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          user_id: Number(person.user.id),
          address: '127.0.0.1',
          file_name: null,
          line_count: 1,
          digest: `broken ${index}`,
          created_at,
          ready_at: created_at,
          finished_at: null,
          cancelled_at: null,
        })),
      )
      .returning('id')
      .execute();
    await server.db.write
      .insertInto('device_import_rows')
      .values(
        broken.map(({ id }) => ({
          import_id: id,
          line: 1,
          cells: 'no JSON',
          status: 'open' as const,
          device_id: null,
          errors: null,
        })),
      )
      .execute();
    const another = await registerUser(server);
    const job = await begin(another, Array.from({ length: 60 }, randomMac).join('\n'));
    await assert.rejects(work(), AggregateError);
    assert.deepEqual(counts(await jobOf(another, job)), ['finished', 60, 0, 0, 0]);
    const ids = broken.map(({ id }) => id);
    await server.db.write.deleteFrom('device_import_rows').where('import_id', 'in', ids).execute();
    await server.db.write.deleteFrom('device_imports').where('id', 'in', ids).execute();
  });

  it('hands the refused lines back as a file that can be mended and sent again', async () => {
    const person = await registerUser(server);
    const job = await begin(person, 'KS-2001,=Roof,99\nKS-2002,Good,5000');
    await work();
    const { text, headers } = await get(person, `/${job.id}/file?rows=refused`);
    assert.match(headers.get('content-disposition') ?? '', /devices-refused-\d+\.csv/);
    const [header, line] = text.trimEnd().split('\r\n');
    assert.match(header ?? '', /^\uFEFF?mac_or_serial,name,capacity,.*,problem$/);
    assert.match(line ?? '', /^KS-2001,"'=Roof",99,.*capacity must be at least 100$/);
    const [again] = await run(person, text.replace(',99,', ',990,'));
    assert.equal(again?.status, 'registered');
    const device = (await devicesOf(person)).find(({ id }) => id === again?.device_id);
    assert.equal(device?.device_name, '=Roof');
  });

  it('are bounded before anything of a file is stored', async () => {
    const person = await registerUser(server);
    assert.deepEqual(wrongFields(await send(person, '')), ['body']);
    assert.deepEqual(wrongFields(await send(person, 'mac,name\n\n')), ['body']);
    const many = Array.from({ length: 20_002 }, (_, n) => `KS-${n}`).join('\n');
    assert.deepEqual(wrongFields(await send(person, many)), ['body']);
    assert.equal((await send(person, 'x'.repeat(4_194_305))).status, 413);
    assert.deepEqual((await get(person, '')).body, []);
    for (let n = 1; n <= 5; n++) await begin(person, `KS-30${n}`);
    assert.deepEqual(failureOf(await send(person, 'KS-306')), [409, 'too_many_imports']);
    await begin(person, 'KS-305', 200);
    const page = await get(person, '?limit=3');
    assert.equal((page.body as Job[]).length, 3);
    assert.ok(nextPage(page));
    await work();
  });

  it('are nobody else’s', async () => {
    const [person, other] = [await registerUser(server), await registerUser(server)];
    const { id } = await begin(person, randomMac());
    await work();
    for (const path of [`/${id}`, `/${id}/rows`, `/${id}/file?rows=keys`]) {
      assert.deepEqual(failureOf(await get(other, path)), [404, 'not_found'], path);
    }
    const { token } = other;
    const gone = await server.request('DELETE', `/api/imports/${id}`, { token });
    assert.deepEqual(failureOf(gone), [404, 'not_found']);
    assert.deepEqual((await get(other, '')).body, []);
  });

  it('are kept for 30 days once they are over, and their devices for good', async () => {
    const person = await registerUser(server);
    const job = await begin(person, randomMac());
    await work();
    const sweep = () =>
      deleteOldImports({ db: server.db, clock: () => server.clock.now }, unstopped);
    server.clock.advance(29 * dayMs);
    await sweep();
    assert.equal((await get(person, `/${job.id}`)).status, 200);
    server.clock.advance(2 * dayMs);
    await sweep();
    assert.equal((await get(person, `/${job.id}`)).status, 404);
    const rows = server.db.read.selectFrom('device_import_rows').selectAll();
    assert.deepEqual(await rows.where('import_id', '=', job.id).execute(), []);
    assert.equal((await devicesOf(person)).length, 1);
  });

  it('are deleted though older ones cannot be', async () => {
    const person = await registerUser(server);
    const [stuck, job] = [await begin(person, randomMac()), await begin(person, randomMac())];
    await work();
    const sweep = () =>
      deleteOldImports({ db: server.db, clock: () => server.clock.now }, unstopped);
    const isStuck = sql`old.id = ${sql.lit(Number(stuck.id))}`;
    const end = await refuseRows(server.db, 'device_imports', isStuck, 'delete');
    server.clock.advance(31 * dayMs);
    await assert.rejects(sweep(), /could not be deleted/);
    assert.equal((await get(person, `/${job.id}`)).status, 404);
    assert.equal((await get(person, `/${stuck.id}`)).status, 200);
    await end();
    await sweep();
    assert.equal((await get(person, `/${stuck.id}`)).status, 404);
  });
});
