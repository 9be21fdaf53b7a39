import type { SqliteFile } from '../../../db/sqlite/sqlite-file.ts';
import type { Sensor, SensorConfig } from '../batch-statements.ts';
import { latestColumns, latestValues, statusColumns, statusValues } from '../row-columns.ts';
import { lastSensorNo } from '../sensor-sql.ts';
import { firstSensor, type SensorHead, type StoredDevice } from './device-heads.ts';
import { type FreshRows, packReadings, packRollup } from './fresh-rows.ts';
import type { HeadStatements } from './sensor-heads.ts';

const sensorColumns = [
  'device_id',
  'sensor_no',
  'name',
  ...latestColumns,
  'auto_on_below',
  'auto_off_above',
] as const satisfies (keyof Sensor)[];

const noConfig = { capacity: null, high_threshold: null, low_threshold: null };

/** The statements that read and write the rows of sensors, and of devices that have none yet. */
export function prepareHeadStatements(file: SqliteFile): HeadStatements {
  const one = (sql: string) => file.prepare(sql);
  const findDevice = one(
    `select device_id, ${statusColumns.join(', ')}, exists (
       select 1 from sensors as s
       where s.device_id = d.device_id and s.sensor_no = ${firstSensor}
     ) as has_first_sensor
     from device_states as d where device_id = ?`,
  );
  const findSensor = one(
    `select ${sensorColumns.join(', ')}, fresh, open_hour from sensors
     where device_id = ? and name = ?`,
  );
  // A left join of the two would cost three times what the two cost alone.
  const findConfig = one(
    `select capacity, high_threshold, low_threshold from sensor_configs
     where device_id = ? and sensor_name = ?`,
  );
  const addSensor = one(
    `insert into sensors (device_id, sensor_no, name, alert_state)
     select k.device_id, ${lastSensorNo('k.device_id')} + 1, k.name, ''
     from (select ? as device_id, ? as name) as k`,
  );
  const findWaiting = one(
    `select name from sensors where device_id = ? and waiting_since is not null`,
  ).pluck();
  const headColumns = [...latestColumns, 'fresh', 'open_hour', 'waiting_since'];
  const carried = statusColumns.map((column) => `device_${column}`);
  const updateSensor = (columns: string[], also = '') =>
    one(
      `update sensors set ${columns.map((column) => `${column} = ?`).join(', ')}${also}
       where device_id = ? and sensor_no = ?`,
    );
  const carries = ', carries_status = 1';
  const saveSensor = updateSensor(headColumns);
  const saveFirstSensor = updateSensor([...headColumns, ...carried], carries);
  const saveCarriedStatus = updateSensor(carried, carries);
  const saveOwnStatus = one(
    `update device_status set ${statusColumns.map((column) => `${column} = ?`).join(', ')}
     where device_id = ?`,
  );

  return {
    findDevice: (id) => findDevice.get(id) as StoredDevice | undefined,
    findSensor: ({ deviceId, name }) => {
      const sensor = findSensor.get(deviceId, name) as (Sensor & FreshRows) | undefined;
      if (!sensor) return undefined;
      const config = findConfig.get(deviceId, name) as SensorConfig | undefined;
      return { ...sensor, ...(config ?? noConfig) };
    },
    addSensor: ({ deviceId, name }) => {
      addSensor.run(deviceId, name);
    },
    findWaiting: (deviceId) =>
      (findWaiting.all(deviceId) as string[]).map((name) => ({ deviceId, name })),
    saveHead: (head) => {
      const { device, sensor } = head;
      const values = [...latestValues(sensor), ...waitingValues(head)];
      const { device_id, sensor_no } = sensor;
      if (sensor_no === firstSensor) {
        saveFirstSensor.run(...values, ...statusValues(device.status), device_id, sensor_no);
      } else {
        saveSensor.run(...values, device_id, sensor_no);
      }
    },
    saveStatus: ({ status, hasFirstSensor }) => {
      const values = statusValues(status);
      if (hasFirstSensor) saveCarriedStatus.run(...values, status.device_id, firstSensor);
      else saveOwnStatus.run(...values, status.device_id);
    },
  };
}

/** What waits in the sensor's row, and since when it does. */
function waitingValues({ fresh, freshCount, rollup, isOpen }: SensorHead) {
  const openHour = isOpen && rollup ? rollup : undefined;
  return [
    freshCount > 0 ? packReadings(fresh, freshCount) : null,
    openHour ? packRollup(openHour) : null,
    freshCount > 0 ? fresh[0] : (openHour?.hour ?? null),
  ];
}
