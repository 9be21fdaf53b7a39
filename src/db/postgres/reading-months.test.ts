import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/helpers/test-database.ts';
import type { Database } from '../database.ts';
import { up } from '../migrations/009-readings-by-month.ts';
import { findParts } from './reading-months.ts';

describe('a table of readings from before months', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('postgres'));
  });
  after(() => close());

  const asItWas = async (instants: number[]) => {
    await sql`drop table readings`.execute(db.write);
    await sql`create table readings (
      device_id bigint not null, sensor_no integer not null, recorded_at bigint not null,
      level double precision not null, level_cm double precision, volume double precision,
      temperature double precision, pump smallint, latitude double precision,
      longitude double precision, status smallint not null, source smallint not null,
      constraint readings_key primary key (device_id, sensor_no, recorded_at)
    )`.execute(db.write);
    for (const recorded_at of instants) await insert(recorded_at);
  };
  const insert = async (recorded_at: number) => {
    const row = { device_id: 7, sensor_no: 1, recorded_at, level: 50, status: 0, source: 0 };
    await db.write.insertInto('readings').values(row).execute();
  };
  const migrate = () => db.transaction((trx) => up(trx as never, 'postgres'));
  const whereabouts = async () => {
    const { rows } = await sql<{ part: string; recorded_at: number }>`
      select tableoid::regclass::text as part, recorded_at from readings order by recorded_at`.execute(
      db.read,
    );
    return rows.map(({ part, recorded_at }) => [part, recorded_at]);
  };

  it('becomes the part before the month that follows its last reading', async () => {
    const end = Date.UTC(2027, 0);
    const instants = [0, Date.UTC(2026, 10, 21), end - 1];
    await asItWas(instants);
    await migrate();
    assert.deepEqual(await findParts(db), [
      { name: 'readings_before', from: Number.NEGATIVE_INFINITY, end },
    ]);
    await insert(end);
    await insert(-1);
    assert.deepEqual(await whereabouts(), [
      ['readings_before', -1],
      ...instants.map((at) => ['readings_before', at]),
      ['readings_default', end],
    ]);
    await assert.rejects(insert(end - 1), { code: '23505' });
  });

  it('leaves nothing behind where it held no reading', async () => {
    await asItWas([]);
    await migrate();
    assert.deepEqual(await findParts(db), []);
    await insert(1);
    assert.deepEqual(await whereabouts(), [['readings_default', 1]]);
  });
});
