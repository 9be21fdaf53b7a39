import { connectPostgres } from '../../src/db/postgres/postgres.ts';
import { hourMs, minuteMs } from '../../src/kit/time/units.ts';

type Seed = { url: string; deviceIds: number[]; readingsEach: number; until: number };

/** The same rows as `seedReadings` makes, made inside PostgreSQL. */
export async function seedPostgres({ url, deviceIds, readingsEach, until }: Seed): Promise<void> {
  const options = { url, connectTimeoutMs: 5000, statementTimeoutMs: hourMs };
  const client = await connectPostgres(options);
  await client.query('set synchronous_commit = off');
  const from = until - readingsEach * minuteMs;
  for (const id of deviceIds) {
    await client.query(
      `insert into sensors (device_id, sensor_no, name, recorded_at, level, status, source, watch)
       values ($1, 1, 'main', $2, 50, 0, 0, '') on conflict do nothing`,
      [id, until],
    );
    await client.query(
      `insert into readings (device_id, sensor_no, recorded_at, level, level_cm, volume, temperature,
         pump, latitude, longitude, status, source)
       select $1::bigint, 1, $2::bigint + n * 60000, 50 + 40 * sin(n / 229.0), 120.5, null, null, 0,
         -1.28, 36.81, 0, 0
       from generate_series(1, $3::bigint) as n`,
      [id, from, readingsEach],
    );
    await client.query(
      `insert into hourly_rollups
       select device_id, sensor_no, recorded_at / 3600000 * 3600000 as hour, count(*), min(level),
         max(level), sum(level), min(recorded_at), 50, null, max(recorded_at), 50, null,
         (max(level) - min(level)) / 2, (max(level) - min(level)) / 2, 0, 0, 0, 0, 0, 0, ''
       from readings where device_id = $1 group by device_id, sensor_no, hour`,
      [id],
    );
  }
  await client.query('vacuum analyze');
  await client.end();
}
