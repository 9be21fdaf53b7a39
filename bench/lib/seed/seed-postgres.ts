import { connectPostgres } from '../../../src/db/postgres/postgres.ts';
import { hourMs } from '../../../src/kit/time/units.ts';
import { hoursOf, type SeededDevice, trackerOfHour } from './seed-plan.ts';

type Seed = { url: string; devices: readonly SeededDevice[]; until: number };

/** Rows of `seedReadings`, made inside PostgreSQL. */
export async function seedPostgres({ url, devices, until }: Seed): Promise<void> {
  const options = { url, connectTimeoutMs: 5000, statementTimeoutMs: hourMs };
  const client = await connectPostgres(options);
  await client.query('set synchronous_commit = off');
  await client.query(
    `insert into sensors (device_id, sensor_no, name, recorded_at, level, status, source, watch)
     select id, 1, 'main', $2, 50, 0, 0, '' from unnest($1::bigint[]) as id on conflict do nothing`,
    [devices.map(({ id }) => id), until],
  );
  const tracker = trackerOfHour();
  for (const { from, end, devices: present } of hoursOf(devices, until)) {
    const ids = present.map(({ id }) => id);
    const since = present.map(({ since }) => since);
    await client.query(
      `insert into readings (device_id, sensor_no, recorded_at, level, level_cm, volume, temperature,
         pump, latitude, longitude, status, source)
       select id, 1, at, 50 + 40 * sin(at / 60000 / 229.0), 120.5, null, null, 0, -1.28, 36.81, 0, 0
       from unnest($1::bigint[], $2::bigint[]) as d(id, since)
       cross join generate_series($3::bigint, $4::bigint - 1, 60000) as at
       where at > since order by at, id`,
      [ids, since, from, end],
    );
    await client.query(
      `insert into hourly_rollups
       select device_id, sensor_no, count(*), min(recorded_at) / 3600000 * 3600000, min(level),
         max(level), sum(level), min(recorded_at), 50, null, max(recorded_at), 50, null,
         (max(level) - min(level)) / 2, (max(level) - min(level)) / 2, 0, 0, 0, 0, 0, 0, 0, $4
       from readings
       where device_id = any($1::bigint[]) and sensor_no = 1
         and recorded_at >= $2::bigint and recorded_at < $3::bigint
       group by device_id, sensor_no order by device_id`,
      [ids, from, end, tracker],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
}
