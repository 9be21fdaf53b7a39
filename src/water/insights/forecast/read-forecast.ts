import type { Database } from '../../../db/database.ts';
import { roundTo2 } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { findSilentAfter } from '../../devices/queries.ts';
import { findRefills } from '../../ledger/ledger-queries.ts';
import { findConfigs } from '../../sensor-configs/queries.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { findHabits, type HabitRow } from './habit-queries.ts';
import { type KnownHabit, learnFrom, readHabit } from './known-habit.ts';
import { presentRation } from './ration.ts';
import { type Asked, readPast, readState, type SensorAsked } from './read-past.ts';
import type { Forecast, SensorForecast } from './schemas.ts';
import { historyMs, isSilent, type TankState } from './sensor-past.ts';
import { isFilling, presentTimeToEmpty, timesFromNow, timeToFull } from './tank-times.ts';

export async function readForecast(db: Database, asked: Asked): Promise<Forecast> {
  const { device, sensorName, timezone, now, signal } = asked;
  const configs = await findConfigs(db.read, device.id);
  const supplyOf = new Map(configs.map(({ sensor_name, supply }) => [sensor_name, supply]));
  const habits = await findHabits(db.read, device.id);
  const silentAfterMs = await findSilentAfter(db.read, device.id);
  const sensors: SensorForecast[] = [];
  for (const { sensor_no, name } of await findSensorSpans(db.read, device.id, sensorName)) {
    const sensor = { deviceId: device.id, sensorNo: sensor_no, now, signal };
    const row = habits.find((each) => each.sensor_no === sensor_no);
    const basis = await readBasis(db, sensor, { row, timezone });
    const supply = supplyOf.get(name) ?? null;
    sensors.push(
      basis
        ? presentForecast({ name, ...basis }, { supply, timezone, now, silentAfterMs })
        : nothing(name),
    );
  }
  return { device_id: String(device.id), at: toIso(now), timezone, sensors };
}

type Basis = Omit<ForecastBasis, 'name'>;

/**
 * Reads the data of a forecast, with the stored habit, or else one learnt from the weeks behind the sensor;
 * undefined before its first reading.
 */
async function readBasis(
  db: Database,
  sensor: SensorAsked,
  { row, timezone }: { row: HabitRow | undefined; timezone: string },
): Promise<Basis | undefined> {
  const state = await readState(db, sensor);
  if (!state) return undefined;
  const known = readHabit(row, state);
  if (known) return { state, known, tops: await findTops(db, sensor, state) };
  const past = await readPast(db, sensor, state);
  return { state, known: learnFrom(past, timezone), tops: topsOf(past.refills) };
}

async function findTops(db: Database, sensor: SensorAsked, state: TankState): Promise<number[]> {
  if (!isFilling(state)) return [];
  const from = hourOf(sensor.now - historyMs);
  return topsOf(await findRefills(db, { ...sensor, from, end: sensor.now }));
}

function topsOf(refills: readonly { level_after: number }[]): number[] {
  return refills.map(({ level_after }) => level_after);
}

function nothing(sensor_name: string): SensorForecast {
  return {
    sensor_name,
    recorded_at: null,
    level: null,
    volume: null,
    unit: 'litre',
    daily_use: null,
    time_to_empty: null,
    time_to_full: null,
    ration: null,
    reason: 'no_readings',
  };
}

/** Data from which a forecast is made. */
export type ForecastBasis = {
  name: string;
  state: TankState;
  /** Undefined while there is too little data. */
  known: KnownHabit | undefined;
  /** Levels at which its refills ended. */
  tops: readonly number[];
};

export type ForecastOptions = {
  /** Supply times of the configuration; null where none are stated. */
  supply: string | null;
  timezone: string;
  now: number;
  silentAfterMs: number | null;
};

export function presentForecast(basis: ForecastBasis, options: ForecastOptions): SensorForecast {
  const { supply, timezone, now, silentAfterMs } = options;
  const { name, state, known, tops } = basis;
  const { use, ...lasting } = presentTimeToEmpty(state, known, { now, silentAfterMs });
  const { at, level, volume, litresPerPercent } = state;
  const isLitres = litresPerPercent !== null;
  const untilFull = timeToFull(state, tops);
  const fresh = !isSilent(state, { now, silentAfterMs });
  const present = volume ?? level;
  const stock = { at, present, perPercent: litresPerPercent ?? 1, isLitres };
  return {
    sensor_name: name,
    recorded_at: toIso(at),
    level: roundTo2(level),
    volume: volume === null ? null : roundTo2(volume),
    unit: isLitres ? 'litre' : 'percent',
    ...lasting,
    time_to_full: fresh && untilFull ? timesFromNow(untilFull, at, now) : null,
    ration: supply === null ? null : presentRation({ supply, timezone, now, ...stock, use }),
  };
}
