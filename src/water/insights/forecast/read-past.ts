import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { Device } from '../../guards.ts';
import {
  findHours,
  findNewestTracker,
  findRefills,
  type SensorQuery,
} from '../../ledger/ledger-queries.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';
import { columnsOfUse } from '../use/use-history.ts';
import { historyMs, type SensorPast, stateOf, type TankState } from './sensor-past.ts';

export type Asked = {
  device: Device;
  sensorName: string | undefined;
  timezone: string;
  now: number;
  signal: AbortSignal;
};

export type SensorAsked = SensorQuery & { now: number };

/** Reads the state of a tank after its newest reading; undefined before the first. */
export async function readState(db: Database, sensor: SensorAsked): Promise<TankState | undefined> {
  const tracker = await findNewestTracker(db, sensor);
  return tracker === undefined ? undefined : stateOf(unpackTracker(tracker));
}

export async function readPast(
  db: Database,
  { now, ...sensor }: SensorAsked,
  state: TankState,
): Promise<SensorPast> {
  const from = hourOf(now - historyMs);
  const rows = await findHours(db, { ...sensor, from, end: state.at }, columnsOfUse);
  const refills = await findRefills(db, { ...sensor, from, end: now });
  const capacity = await findCapacity(db, sensor);
  return { state, rows, refills, capacity };
}

async function findCapacity(
  { read }: Database,
  { deviceId, sensorNo }: SensorQuery,
): Promise<number | null> {
  const config = await read
    .selectFrom('sensors as s')
    .innerJoin('sensor_configs as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').onRef('c.sensor_name', '=', 's.name'),
    )
    .select('c.capacity')
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', '=', sensorNo)
    .executeTakeFirst();
  return config?.capacity ?? null;
}
