import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/helpers/test-database.ts';
import { createSettler } from '../water/record/settle-readings.ts';
import type { Database } from './database.ts';
import { up } from './migrations/011-newest-end-of-a-sensor.ts';

const hour = Date.UTC(2026, 10, 21, 9);
const readings = [
  [hour + 60_000, 62.5, 118.25, 1249.9999999999998, null, 1, -1.28, 36.81, 1, 1],
  [hour + 120_000, 61.4, null, null, 24.5, null, null, null, 1, 1],
];
const openHour = [
  ...[hour, 2, 61.4, 62.5, 123.9],
  ...[hour + 60_000, 62.5, 1249.9999999999998, hour + 120_000, 61.4, null],
  ...[1.1, 0, 0, 0, -1, 61.4, null],
];

describe('an embedded database from before doubles', () => {
  let db: Database;
  let close: () => Promise<void>;
  before(async () => {
    ({ db, close } = await openTestDatabase('sqlite'));
    await asItWas();
    await db.transaction((trx) => up(trx as never, 'sqlite'));
  });
  after(() => close());

  const asItWas = async () => {
    await sql`drop view device_states`.execute(db.write);
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info('sensors')
      where name in ('waiting_since', 'carries_status') or name like 'device\\_%' escape '\\'
        and name <> 'device_id'`.execute(db.write);
    assert.equal(rows.length, 9);
    for (const { name } of rows) {
      await sql`alter table sensors drop column ${sql.id(name)}`.execute(db.write);
    }
    await sql`insert into device_status (device_id, last_seen_at) values (1, ${hour}), (2, null)`.execute(
      db.write,
    );
    const fresh = readings.map((values) => JSON.stringify(values)).join(',');
    await sql`
      insert into sensors (device_id, sensor_no, name, recorded_at, alert_state, fresh, open_hour)
      values (1, 1, 'main', ${hour + 120_000}, '', ${fresh}, ${JSON.stringify(openHour)}),
        (1, 2, 'empty', null, '', null, null),
        (2, 1, 'late', ${hour}, '', null, ${JSON.stringify([hour - 1, ...openHour.slice(1)])})
    `.execute(db.write);
  };

  it('says since when something waits', async () => {
    const { rows } = await sql<{ waiting_since: number | null }>`
      select waiting_since from sensors order by device_id, sensor_no`.execute(db.read);
    assert.deepEqual(
      rows.map(({ waiting_since }) => waiting_since),
      [hour + 60_000, null, hour - 1],
    );
  });

  it('keeps what waited, to the last digit', async () => {
    await createSettler(db).settle(1);
    const stored = await db.read
      .selectFrom('readings')
      .selectAll()
      .orderBy('recorded_at')
      .execute();
    assert.deepEqual(
      stored.map((row) => Object.values(row)),
      [
        [1, 1, ...(readings[0] ?? [])],
        [1, 1, ...(readings[1] ?? [])],
      ],
    );
    const rollups = await db.read.selectFrom('hourly_rollups').selectAll().execute();
    assert.deepEqual(
      rollups.map((row) => Object.values(row)),
      [[1, 1, ...openHour]],
    );
  });

  it('finds what is known of a device where it stood', async () => {
    const states = await db.read
      .selectFrom('device_states')
      .select(['device_id', 'last_seen_at'])
      .orderBy('device_id')
      .execute();
    assert.deepEqual(states, [
      { device_id: 1, last_seen_at: hour },
      { device_id: 2, last_seen_at: null },
    ]);
  });
});
