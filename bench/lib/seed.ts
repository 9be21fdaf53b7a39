import { openSqliteFile } from '../../src/db/sqlite/sqlite-file.ts';
import { minuteMs } from '../../src/kit/time/units.ts';

type Seed = {
  path: string;
  deviceIds: number[];
  /** Readings of each device, one a minute, the last one at `until`. */
  readingsEach: number;
  until: number;
};

/**
 * Fills a stopped server's database with history as the recorder would have left it: readings, hourly
 * rollups and the latest row. Levels follow a slow wave, so that rollups hold something to sum.
 */
export function seedReadings({ path, deviceIds, readingsEach, until }: Seed): void {
  const file = openSqliteFile(path, { readonly: false, cacheKib: 256 * 1024 });
  file.pragma('synchronous = OFF');
  const from = until - readingsEach * minuteMs;
  const addSensor = file.prepare(
    `insert into sensors (device_id, sensor_no, name, recorded_at, level, status, source, watch)
     values (?, 1, 'main', ?, 50, 0, 0, '') on conflict do nothing`,
  );
  const addReadings = file.prepare(
    `with recursive minutes(n) as (select 1 union all select n + 1 from minutes where n < ?)
     insert into readings (device_id, sensor_no, recorded_at, level, level_cm, volume, temperature,
       pump, latitude, longitude, status, source)
     select ?, 1, ? + n * 60000, 50 + 40 * sin(n / 229.0), 120.5, null, null, 0, -1.28, 36.81, 0, 0
     from minutes`,
  );
  const addRollups = file.prepare(
    `insert into hourly_rollups
     select device_id, sensor_no, recorded_at / 3600000 * 3600000 as hour, count(*), min(level),
       max(level), sum(level), min(recorded_at), 50, null, max(recorded_at), 50, null,
       (max(level) - min(level)) / 2, (max(level) - min(level)) / 2, 0, 0, 0, 0, 0, 0, ''
     from readings where device_id = ? group by hour`,
  );
  for (const id of deviceIds) {
    file.transaction(() => {
      addSensor.run(id, until);
      addReadings.run(readingsEach, id, from);
      addRollups.run(id);
    })();
  }
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}
