import { openSqliteFile } from '../../../src/db/sqlite/sqlite-file.ts';
import { hoursOf, type SeededDevice, trackerOfHour } from './seed-plan.ts';

type Seed = {
  path: string;
  devices: readonly SeededDevice[];
  /** The instant of the last reading of each. */
  until: number;
};

/**
 * Fills a stopped server's database with history as the recorder would have left it, in the order of
 * time: readings, hourly rollups and the latest row. Levels follow a slow wave, so that rollups hold
 * something to sum.
 */
export function seedReadings({ path, devices, until }: Seed): void {
  const file = openSqliteFile(path, { readonly: false, cacheKib: 256 * 1024 });
  file.pragma('synchronous = OFF');
  const addSensor = file.prepare(
    `insert into sensors (device_id, sensor_no, name, recorded_at, level, status, source, watch)
     values (?, 1, 'main', ?, 50, 0, 0, '') on conflict do nothing`,
  );
  const addReadings = file.prepare(
    `with recursive minutes(at) as (
       select @from union all select at + 60000 from minutes where at + 60000 < @end
     )
     insert into readings (device_id, sensor_no, recorded_at, level, level_cm, volume, temperature,
       pump, latitude, longitude, status, source)
     select d.value ->> 'id', 1, at, 50 + 40 * sin(at / 60000 / 229.0), 120.5, null, null, 0, -1.28,
       36.81, 0, 0
     from minutes cross join json_each(@devices) as d where at > d.value ->> 'since'
     order by at, d.key`,
  );
  const addRollups = file.prepare(
    `insert into hourly_rollups
     select device_id, sensor_no, count(*), recorded_at / 3600000 * 3600000 as hour, min(level),
       max(level), sum(level), min(recorded_at), 50, null, max(recorded_at), 50, null,
       (max(level) - min(level)) / 2, (max(level) - min(level)) / 2, 0, 0, 0, 0, 0, 0, @tracker, 0
     from readings
     where device_id in (select d.value ->> 'id' from json_each(@devices) as d) and sensor_no = 1
       and recorded_at >= @from and recorded_at < @end
     group by device_id`,
  );
  const tracker = trackerOfHour();
  file.transaction(() => {
    for (const { id } of devices) addSensor.run(id, until);
  })();
  for (const { from, end, devices: present } of hoursOf(devices, until)) {
    const hour = { from, end, devices: JSON.stringify(present) };
    file.transaction(() => {
      addReadings.run(hour);
      addRollups.run({ ...hour, tracker });
    })();
  }
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
}
