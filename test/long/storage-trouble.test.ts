import assert from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Database } from '../../src/db/database.ts';
import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import { assertDoctorClean } from '../helpers/database/assert-doctor-clean.ts';
import { makeStorage, startKisima } from '../helpers/server/kisima-process.ts';
import { call, registerOwner } from '../helpers/server/process-client.ts';
import { type Ended, runKisima } from '../helpers/server/run-kisima.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  useTestServer,
} from '../helpers/server/test-server.ts';
import { newNumber, newNumbers, newSmsCaller, type SmsCaller } from '../helpers/sms/sms-caller.ts';
import { randomMac } from '../helpers/water/devices.ts';

describeOnBothEngines('when the disk is full', (engine) => {
  const server = useTestServer({
    engine,
    env: { SMS_TRIAL_CREDITS: '100000', PUSH_BURST_PER_DEVICE: '1000' },
  });
  let caller: SmsCaller;
  let mac: string;
  before(async () => {
    caller = await newSmsCaller(server);
    mac = randomMac();
    await register(mac);
    assert.equal((await push()).status, 201);
  });

  const register = (mac_or_serial: string) =>
    server.request('POST', '/api/devices.php?action=register', {
      token: caller.owner.token,
      json: { mac_or_serial },
    });
  const push = () =>
    server.request('POST', '/iot_push.php', {
      form: { mac_address: mac, water_level_percent: 50, sensor_name: `s${randomMac()}` },
    });
  const ready = () => server.request('GET', '/readyz');

  it('answers 503 to writes, goes on reading, and says so until there is room', async () => {
    const makeRoom = await fillDisk(server.db);
    // Readings, devices and messages each take another way to the disk.
    const message = 'Hi'.repeat(400);
    assertUnavailable(await untilRefused(push), /./);
    assertUnavailable(await ready(), /disk is full/);
    assertUnavailable(await untilRefused(() => register(randomMac())), /./);
    assertUnavailable(await untilRefused(() => caller.bulk({ to: newNumbers(20), message })), /./);
    const { token } = caller.owner;
    assert.equal(
      (await server.request('GET', '/api/devices.php?action=list', { token })).status,
      200,
    );
    assertUnavailable(await ready(), /disk is full/);
    const { text: metrics } = await server.request('GET', '/metrics');
    assert.match(metrics, /^kisima_ready 0$/m);
    assert.match(metrics, /^kisima_readings_total\{outcome="failed"\} [1-9]/m);

    await makeRoom();
    assert.equal((await ready()).status, 200);
    assert.equal((await push()).status, 201);
    assert.equal((await register(randomMac())).status, 201);
    assert.equal((await caller.send({ to: newNumber(), message: 'Hi' })).status, 200);
    await assertDoctorClean(server.db);
  });
});

describe('when PostgreSQL tells of damage', () => {
  it('answers 503, and is not ready any more, also after what is damaged was passed by', async () => {
    const server = await startTestServer({ engine: 'postgres' });
    const { owner } = await newSmsCaller(server);
    const register = () =>
      server.request('POST', '/api/devices.php?action=register', {
        token: owner.token,
        json: { mac_or_serial: randomMac() },
      });
    // index_corrupted
    const mend = await refuseWrites(server.db, ['devices'], 'XX002');
    assertUnavailable(await register(), /./);
    assertUnavailable(await server.request('GET', '/readyz'), /damaged.*kisima doctor/);
    await mend();
    assert.equal((await register()).status, 201);
    assertUnavailable(await server.request('GET', '/readyz'), /damaged/);
    const told = server.logged().match(/"level":60.*the database is damaged/g);
    assert.equal(told?.length, 1);
    await server.stop();
  });
});

describe('a page of SQLite that is not what was written', () => {
  it('is found by a read of it, and by the doctor', async () => {
    const storage = await makeStorage('sqlite');
    const first = await startKisima(storage.env);
    const { token, devices } = await registerOwner(first.url, 1);
    await first.stop();
    const whole = await runKisima(['doctor'], storage.env);
    assert.deepEqual([whole.code, whole.stdout.split('\n')[0]], [0, 'The database is whole.']);

    await overwriteTable(`${storage.folder}/kisima.db`, 'incidents');
    assertDamaged(await runKisima(['doctor'], storage.env));
    const second = await startKisima(storage.env);
    assert.equal((await call(second.url, 'GET', '/readyz')).status, 200);
    const list = `/api/alerts.php?action=list&device_id=${devices[0]?.id}`;
    assertUnavailable(await call(second.url, 'GET', list, { token }), /./);
    assertUnavailable(await call(second.url, 'GET', '/readyz'), /damaged/);
    await second.stop();
    await storage.remove();
  });
});

describe('an index of PostgreSQL that has lost its rows', () => {
  it('is found by the doctor by means of amcheck; without it the doctor says what it did not check', async () => {
    const storage = await makeStorage('postgres');
    const server = await startKisima(storage.env);
    await registerOwner(server.url, 2);
    await server.stop();
    const without = await runKisima(['doctor'], storage.env);
    assert.equal(without.code, 0);
    assert.match(without.stdout, /^Not checked: .*create extension amcheck\.$/m);

    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: storage.databaseUrl });
    await client.connect();
    await client.query('create extension amcheck');
    const whole = await runKisima(['doctor'], storage.env);
    assert.deepEqual([whole.code, whole.stdout.split('\n')[0]], [0, 'The database is whole.']);
    // An index over a function that has changed its mind since.
    const f = (sign: string) =>
      `create or replace function f(id bigint) returns bigint immutable language sql
        as $$ select ${sign} id $$`;
    await client.query(f('+'));
    await client.query('create index lost on devices (f(id))');
    await client.query(f('-'));
    await client.end();
    assertDamaged(await runKisima(['doctor'], storage.env));
    await storage.remove();
  });
});

function assertUnavailable(
  { status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>,
  sentence: RegExp,
): void {
  const { success, code, error } = body as { success?: unknown; code?: unknown; error?: string };
  assert.deepEqual([status, success, code], [503, false, 'unavailable']);
  assert.match(error ?? '', sentence);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}

function assertDamaged({ code, stdout, stderr }: Ended): void {
  assert.deepEqual([code, stderr], [1, '']);
  assert.match(stdout, /^The engine found:\n {2}\S/);
  assert.match(stdout, /^The database is damaged: .*restore a backup\.$/m);
}

/** Answer to the first request that fails: some rows may still fit between others. */
async function untilRefused(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; tries < 900; tries += 1) {
    const answer = await ask();
    if (answer.status >= 300) return answer;
  }
  throw new Error('there was room for hundreds');
}

/** Leaves no room for a further page; @returns what makes room again. */
async function fillDisk(db: Database): Promise<() => Promise<void>> {
  if (db.engine === 'postgres') return await refuseWrites(db, await tablesOf(db), '53100');
  await sql`pragma max_page_count = 1`.execute(db.write);
  return async () => void (await sql`pragma max_page_count = 1000000`.execute(db.write));
}

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db.write);
  return rows.map(({ name }) => name);
}

async function refuseWrites(db: Database, tables: string[], state: string) {
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = ${sql.lit(state)}; end $$`.execute(db.write);
  for (const table of tables) {
    await sql`create trigger refuse before insert or update on ${sql.table(table)}
      execute function refuse()`.execute(db.write);
  }
  return async () => void (await sql`drop function refuse cascade`.execute(db.write));
}

/** Writes over where a table and its indexes begin, as a failing card does. */
async function overwriteTable(path: string, table: string): Promise<void> {
  const database = openSqliteFile(path, { readonly: true, cacheKib: 64 });
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  const roots = database
    .prepare('select rootpage from sqlite_master where tbl_name = ?')
    .pluck()
    .all(table) as number[];
  database.close();
  const file = await open(path, 'r+');
  for (const page of roots) {
    await file.write(Buffer.alloc(pageSize, 0xff), 0, pageSize, (page - 1) * pageSize);
  }
  await file.close();
}
