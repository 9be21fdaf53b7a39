import type { SqliteFile } from '../../../db/sqlite/sqlite-file.ts';
import type { Stretch } from '../../readings/packed/stretches.ts';
import type { Instant, StretchKey, StretchSpan } from '../batch-statements.ts';
import { stretchColumns, valuesOf } from '../row-columns.ts';

/** The statements of packed readings. */
export function prepareStretches(file: SqliteFile) {
  const ofSensor = 'from packed_readings where device_id = ? and sensor_no = ?';
  const findStart = file.prepare(`select max(start_at) ${ofSensor} and start_at <= ?`).pluck();
  const findEnd = file.prepare(`select min(start_at) ${ofSensor} and start_at > ?`).pluck();
  const findStretch = file.prepare(
    `select ${stretchColumns.join(', ')} ${ofSensor} and start_at = ?`,
  );
  const saveStretch = file.prepare(
    `insert into packed_readings (${stretchColumns.join(', ')})
     values (${stretchColumns.map(() => '?').join(', ')})
     on conflict (device_id, sensor_no, start_at)
     do update set last_at = excluded.last_at, count = excluded.count, body = excluded.body`,
  );
  return {
    findStretchSpan: ({ device_id, sensor_no, recorded_at }: Instant): StretchSpan => ({
      start_at: findStart.get(device_id, sensor_no, recorded_at) as number | null,
      end_at: findEnd.get(device_id, sensor_no, recorded_at) as number | null,
    }),
    findStretch: ({ device_id, sensor_no, start_at }: StretchKey) =>
      findStretch.get(device_id, sensor_no, start_at) as Stretch | undefined,
    saveStretch: (row: Stretch) =>
      void saveStretch.run(...valuesOf<keyof Stretch, unknown>(row, stretchColumns)),
  };
}
