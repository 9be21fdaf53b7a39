import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { Device } from '../../guards.ts';
import { findHours, findNewestTracker, findRefills } from '../../ledger/ledger-queries.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { columnsOfUse } from '../use/use-history.ts';
import { historyMs, type SensorPast } from './sensor-past.ts';
import { stateOf } from './tank-state.ts';

export type Asked = {
  device: Device;
  sensorName: string | undefined;
  timezone: string;
  now: number;
  signal: AbortSignal;
};

/** A sensor, with what its readings tell; undefined before the first. */
export type SensorRead = { name: string; past: SensorPast | undefined };

/** The sensors that are asked about, in the order in which they came up, one after another. */
export async function* readPasts(db: Database, asked: Asked): AsyncGenerator<SensorRead> {
  const { device, sensorName } = asked;
  for (const { sensor_no, name } of await findSensorSpans(db.read, device.id, sensorName)) {
    yield { name, past: await readPast(db, asked, { sensorNo: sensor_no, name }) };
  }
}

async function readPast(
  db: Database,
  { device, now, signal }: Asked,
  { sensorNo, name }: { sensorNo: number; name: string },
): Promise<SensorPast | undefined> {
  const sensor = { deviceId: device.id, sensorNo, signal };
  const from = hourOf(now - historyMs);
  const tracker = await findNewestTracker(db, sensor);
  if (tracker === undefined) return undefined;
  const state = stateOf(unpackTracker(tracker));
  const rows = await findHours(db, { ...sensor, from, end: state.at }, columnsOfUse);
  const refills = await findRefills(db, { ...sensor, from, end: now });
  return { name, state, rows, refills };
}
