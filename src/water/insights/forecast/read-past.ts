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
import { historyMs, type SensorPast } from './sensor-past.ts';
import { stateOf, type TankState } from './tank-state.ts';

export type Asked = {
  device: Device;
  sensorName: string | undefined;
  timezone: string;
  now: number;
  signal: AbortSignal;
};

export type SensorAsked = SensorQuery & { now: number };

/** A tank as its newest reading left it; undefined before the first. */
export async function readState(db: Database, sensor: SensorAsked): Promise<TankState | undefined> {
  const tracker = await findNewestTracker(db, sensor);
  return tracker === undefined ? undefined : stateOf(unpackTracker(tracker));
}

/** The weeks behind a tank's newest reading. */
export async function readPast(
  db: Database,
  { now, ...sensor }: SensorAsked,
  state: TankState,
): Promise<SensorPast> {
  const from = hourOf(now - historyMs);
  const rows = await findHours(db, { ...sensor, from, end: state.at }, columnsOfUse);
  const refills = await findRefills(db, { ...sensor, from, end: now });
  return { state, rows, refills };
}
