import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { lockDevice } from '../../devices/queries.ts';
import { type DueSensor, findDueSensors, type HabitRow, storeHabits } from './habit-queries.ts';
import { learnFrom, toHabitRow } from './known-habit.ts';
import { readPast, readState } from './read-past.ts';

type WatchDeps = { db: Database; clock: Clock };

/**
 * Sensors in one round. One takes about 5 ms of this thread, so a round takes at most some seconds of five
 * minutes, and a fleet of 200,000 is through within a day.
 */
const sensorsOfRound = 1000;

/**
 * Runs one round of learning the habits of tanks that are due, so that a list of a thousand tanks can say how
 * long each lasts without reading the weeks behind it.
 * @throws AggregateError where some devices failed, once the others have been learnt.
 */
export async function learnHabits(
  { db, clock }: WatchDeps,
  signal: AbortSignal,
  limit = sensorsOfRound,
): Promise<void> {
  const due = await findDueSensors(db.longRead, { now: clock(), limit });
  const devices = Map.groupBy(due, ({ device_id }) => device_id).values();
  const failed = await tryEach(devices, signal, async (sensors) => {
    const learnt: HabitRow[] = [];
    for (const sensor of sensors) {
      if (signal.aborted) return;
      const row = await learnOf(db, sensor, { now: clock(), signal });
      if (row) learnt.push(row);
      // Lets pushes in between two sensors.
      await setImmediate();
    }
    await store(db, learnt);
  });
  throwFailures(failed, 'the habits of some devices could not be learnt');
}

/** @returns undefined for a sensor whose readings are all gone. */
async function learnOf(
  db: Database,
  sensor: DueSensor,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<HabitRow | undefined> {
  const { device_id: deviceId, sensor_no: sensorNo, timezone } = sensor;
  const asked = { deviceId, sensorNo, now, signal };
  const state = await readState(db, asked);
  if (!state) return undefined;
  const known = learnFrom(await readPast(db, asked, state), timezone);
  return toHabitRow(sensor, known, { state, timezone, now });
}

async function store(db: Database, rows: readonly HabitRow[]): Promise<void> {
  const deviceId = rows[0]?.device_id;
  if (deviceId === undefined) return;
  await db.transaction(async (trx) => {
    if (await lockDevice(trx, deviceId)) await storeHabits(trx, rows);
  });
}
