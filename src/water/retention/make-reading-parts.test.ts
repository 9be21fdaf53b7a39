import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { startTestServer, type TestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { findParts, makePart } from '../../db/postgres/parts/reading-parts.ts';
import { systemTimers } from '../../kit/time/timers.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { spanStart, type UtcSpan } from '../../kit/time/utc-spans.ts';
import { createMetrics } from '../../operations/metrics.ts';
import { deleteOldReadings } from './delete-old-readings.ts';
import { makeReadingParts } from './make-reading-parts.ts';
import { packOldReadings } from './pack-readings.ts';

const unstopped = new AbortController().signal;
const monthOf = (instant: number, months = 0) => spanStart(instant, 'month', months);

describe('parts of readings', () => {
  let server: TestServer;
  before(async () => {
    const env = { TOKEN_HOURS: '8760' };
    server = await startTestServer({
      engine: 'postgres',
      only: 'water',
      env,
      now: '2026-11-21T10:00:00Z',
      timers: createTestTimers(),
    });
  });
  after(() => server.stop());

  const metrics = createMetrics();
  const deps = (retentionDays: number, readingParts: UtcSpan = 'month') => ({
    readingParts,
    db: server.db,
    clock: () => server.clock.now,
    log: pino({ level: 'silent' }),
    timers: systemTimers,
    retentionMs: retentionDays * dayMs,
    rollupRetentionMs: undefined,
    metrics,
  });
  const names = async () => (await findParts(server.db)).map(({ name }) => name);
  const countIn = async (table: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)}`.execute(server.db.read);
    return rows[0]?.count;
  };
  const seed = async (at: number[]) => {
    const { deviceId } = await newOwner(server);
    const readings = at.map((at) => ({ at, level: 50 }));
    await seedReadings(server.db, { deviceId, readings });
    return deviceId;
  };
  const clear = async () => {
    for (const name of await names())
      await sql`drop table ${sql.table(name)}`.execute(server.db.write);
    await sql`truncate readings, hourly_rollups, sensors`.execute(server.db.write);
  };
  const gauge = async (name: string) => {
    const text = await metrics.registry.getSingleMetricAsString(name);
    return Number(/ (\d+)$/.exec(text)?.[1]);
  };

  it('are this one and three ahead, moved out of the default part, and all before in one', async () => {
    await clear();
    const now = server.clock.now;
    await seed([monthOf(now) - 400 * dayMs, monthOf(now) - 1, monthOf(now), now, monthOf(now, 4)]);
    assert.equal(await countIn('readings_default'), 5);
    await makeReadingParts(deps(400), unstopped);
    assert.deepEqual(await names(), [
      'readings_before',
      'readings_2026_11',
      'readings_2026_12',
      'readings_2027_01',
      'readings_2027_02',
    ]);
    const counts = await Promise.all(
      ['before', '2026_11', 'default'].map((n) => countIn(`readings_${n}`)),
    );
    assert.deepEqual(counts, [2, 2, 1]);
    assert.equal(await countIn('readings'), 5);
    assert.equal(await gauge('kisima_reading_parts'), 5);
    assert.equal(await gauge('kisima_reading_parts_end_seconds'), Date.UTC(2027, 2) / 1000);
    await makeReadingParts(deps(400), unstopped);
    assert.equal((await names()).length, 5);
  });

  it('follow the clock, and do not come back for readings that are long past', async () => {
    server.clock.advance(31 * dayMs);
    await makeReadingParts(deps(30), unstopped);
    assert.equal((await names()).at(-1), 'readings_2027_03');
    for (const name of ['readings_before', 'readings_2026_11']) {
      await sql`drop table ${sql.table(name)}`.execute(server.db.write);
    }
    await seed([Date.UTC(2026, 10, 30), Date.UTC(2026, 9, 1) - 1]);
    await makeReadingParts(deps(60), unstopped);
    assert.deepEqual((await names()).slice(0, 2), ['readings_2026_12', 'readings_2027_01']);
    assert.equal(await countIn('readings_default'), 2);
  });

  it('go once all of their readings are packed, and not while one is left', async () => {
    await clear();
    server.clock.now = Date.UTC(2026, 10, 21);
    await makeReadingParts(deps(60), unstopped);
    await seed([Date.UTC(2026, 9, 30), Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 30)]);
    const pack = async (now: number) => {
      const log = pino({ level: 'silent' });
      const packing = { db: server.db, clock: () => now, timers: systemTimers, log };
      await packOldReadings(packing, unstopped);
      server.clock.now = now;
      await makeReadingParts(deps(60), unstopped);
      return (await names())[1];
    };
    assert.equal(await pack(Date.UTC(2026, 10, 25)), 'readings_2026_11');
    assert.equal(await countIn('readings_2026_11'), 1);
    assert.equal(await pack(Date.UTC(2026, 11, 5)), 'readings_2026_11');
    assert.equal(await pack(Date.UTC(2026, 11, 12)), 'readings_2026_12');
    const { readings } = await server.db.read
      .selectFrom('packed_readings')
      .select(({ fn }) => fn.sum<number>('count').as('readings'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(readings), 3);
  });

  it('are dropped whole once all of them has expired, and deleted in steps before', async () => {
    await clear();
    server.clock.now = Date.UTC(2026, 10, 21);
    await makeReadingParts(deps(60), unstopped);
    const first = monthOf(server.clock.now);
    await seed([first - 1, first, first + 20 * dayMs, monthOf(first, 1)]);
    // An hour short of the day on which all before November is over the limit.
    server.clock.now = first + 60 * dayMs - 1;
    await deleteOldReadings(deps(60), unstopped);
    assert.deepEqual([(await names())[0], await countIn('readings')], ['readings_before', 4]);
    server.clock.advance(1);
    const expired = async () => (await metrics.expiredRows.get()).values[0]?.value ?? 0;
    const before = await expired();
    await deleteOldReadings(deps(60), unstopped);
    assert.deepEqual([(await names())[0], await countIn('readings')], ['readings_2026_11', 3]);
    assert.equal(await expired(), before + 1);
    server.clock.advance(hourMs);
    await deleteOldReadings(deps(60), unstopped);
    assert.deepEqual([(await names())[0], await countIn('readings')], ['readings_2026_11', 2]);
    server.clock.now = monthOf(first, 1) + 60 * dayMs;
    await deleteOldReadings(deps(60), unstopped);
    assert.deepEqual([(await names())[0], await countIn('readings')], ['readings_2026_12', 1]);
  });

  it('are weeks or days from where the setting says so, and what is there stays', async () => {
    await clear();
    server.clock.now = Date.UTC(2026, 10, 21, 10);
    await seed([Date.UTC(2027, 2, 1), Date.UTC(2027, 2, 1, 23), Date.UTC(2027, 2, 8)]);
    await makeReadingParts(deps(60), unstopped);
    const months = await names();
    await makeReadingParts(deps(60, 'week'), unstopped);
    assert.deepEqual(await names(), months, 'they reach far enough');

    server.clock.now = Date.UTC(2027, 1, 3, 10);
    await makeReadingParts(deps(60, 'week'), unstopped);
    // The first of March is a Monday.
    assert.deepEqual((await names()).slice(-4), [
      'readings_2027_02',
      'readings_2027_03_01',
      'readings_2027_03_08',
      'readings_2027_03_15',
    ]);
    await makeReadingParts(deps(60, 'day'), unstopped);
    assert.equal((await names()).at(-1), 'readings_2027_03_15');
    assert.deepEqual(
      [await countIn('readings_2027_03_01'), await countIn('readings_default')],
      [2, 0],
    );
    server.clock.now = Date.UTC(2027, 1, 20, 10);
    await makeReadingParts(deps(60, 'day'), unstopped);
    assert.deepEqual((await names()).slice(-7), [
      'readings_2027_03_15',
      ...[22, 23, 24, 25, 26, 27].map((day) => `readings_2027_03_${day}`),
    ]);
    assert.equal(await gauge('kisima_reading_parts_end_seconds'), Date.UTC(2027, 2, 28) / 1000);
    await makeReadingParts(deps(60), unstopped);
    assert.deepEqual((await names()).slice(-4), [
      'readings_2027_03_27',
      'readings_2027_03_28',
      'readings_2027_04',
      'readings_2027_05',
    ]);
    assert.equal(await countIn('readings'), 3);
  });

  it('wait for nobody longer than a moment, and are tried again', async () => {
    await clear();
    server.clock.now = Date.UTC(2026, 10, 21);
    await server.db.transaction(async (trx) => {
      await trx.selectFrom('readings').select('level').limit(1).execute();
      await makeReadingParts(deps(60), unstopped);
      assert.deepEqual(await names(), []);
    });
    await makeReadingParts(deps(60), unstopped);
    assert.equal((await names()).length, 5);
  });

  it('are tried again where the default part got a reading of theirs meanwhile, and then move it too', async () => {
    await clear();
    server.clock.now = Date.UTC(2026, 10, 21);
    const device = await seed([Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21)]);
    // As a batch does on Citus, which writes to a shard: the lock of the table does not hold that.
    await sql`create function write_beside() returns trigger language plpgsql as $$ begin
      insert into readings_default select (old).*; return null; end $$`.execute(server.db.write);
    await sql`create trigger beside after delete on readings_default for each row
      when (old.device_id = ${sql.lit(device)} and old.recorded_at = ${sql.lit(Date.UTC(2026, 10, 20))})
      execute function write_beside()`.execute(server.db.write);
    await makeReadingParts(deps(60), unstopped);
    const others = ['before', '2026_12', '2027_01', '2027_02'].map((name) => `readings_${name}`);
    assert.deepEqual([await names(), await countIn('readings_default')], [others, 2]);

    await sql`drop function write_beside cascade`.execute(server.db.write);
    await makeReadingParts(deps(60), unstopped);
    assert.deepEqual(await names(), others.toSpliced(1, 0, 'readings_2026_11'));
    assert.deepEqual(
      [await countIn('readings_2026_11'), await countIn('readings_default')],
      [2, 0],
    );
  });

  it('take readings of any instant, also where none has its part', async () => {
    await clear();
    const { token, device_id } = await newOwner(server);
    const record = async (recorded_at: string) => {
      const json = { device_id, sensor_name: 'roof', level: 50, recorded_at };
      const answer = await server.request('POST', '/api/sensors.php?action=reading', {
        token,
        json,
      });
      assert.equal(answer.status, 201, answer.text);
    };
    await record('2026-10-31T23:59:59.999Z');
    await makePart(server.db, {
      name: 'readings_2026_11',
      from: Date.UTC(2026, 10),
      end: Date.UTC(2026, 11),
    });
    await record('2026-11-01T00:00:00.000Z');
    await record('2026-11-01T00:00:00.000Z');
    await record('2026-09-01T00:00:00.000Z');
    assert.deepEqual(
      [await countIn('readings_default'), await countIn('readings_2026_11')],
      [2, 1],
    );
  });
});
