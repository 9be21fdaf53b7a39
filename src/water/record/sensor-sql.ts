import { plainTables } from '../../db/postgres/batch-tables.ts';

/**
 * What is asked of a device's sensors before one is added, as expressions of SQL for both engines, so
 * that the recorder's prepared statements and the query builder ask the same. The answers stay right
 * only while the device is held.
 */

/**
 * How many sensors a device has, those that are only configured included.
 * @param device an expression that names the device.
 * @param tables what the tables are called.
 */
export function knownSensors(device: string, tables = plainTables): string {
  const { sensors, sensor_configs } = tables;
  return `((select count(*) from ${sensors} as s where s.device_id = ${device}) + (
    select count(*) from ${sensor_configs} as c where c.device_id = ${device} and not exists (
      select 1 from ${sensors} as s where s.device_id = c.device_id and s.name = c.sensor_name
    )
  ))`;
}

/** The highest number of a device's sensors, also of those whose data is still being deleted; or 0. */
export function lastSensorNo(device: string, tables = plainTables): string {
  const { sensors, removed_sensors } = tables;
  return `(select coalesce(max(numbers.last), 0) from (
    select max(sensor_no) as last from ${sensors} where device_id = ${device}
    union all select max(sensor_no) from ${removed_sensors} where device_id = ${device}
  ) as numbers)`;
}
