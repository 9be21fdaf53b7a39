import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { toIso } from '../kit/time/instant.ts';
import { identityOf } from '../water/devices/identity.ts';
import { databaseModules } from '../water/index.ts';
import { learnAgain } from '../water/insights/forecast/habit-queries.ts';
import {
  findLedgerSensors,
  type LedgerSensor,
  recomputeLedger,
} from '../water/record/rollups/recompute-ledger.ts';
import { CommandError, CommandFailure } from './command-error.ts';
import { withDatabase } from './open-database.ts';
import { createProgress, type Progress } from './progress.ts';

type RecomputeTask = {
  device: string | undefined;
  progress: Progress;
  /** Ends it after the current transaction. */
  signal: AbortSignal;
};

const sensorsAtOnce = 500;

/**
 * Makes the water ledger anew from the stored readings, sensor by sensor. Ctrl-C ends it.
 * @param device MAC or serial; all devices where undefined.
 * @returns a line for the terminal.
 * @throws CommandError where there is no such device, CommandFailure when it was interrupted.
 */
export async function recomputeByHand(config: Config, device: string | undefined): Promise<string> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const progress = createProgress(process.stderr, Date.now);
  const task = { device, progress, signal: leaving.signal };
  try {
    return await withDatabase(config, (db) => recomputeAll(db, task), databaseModules);
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

async function recomputeAll(db: Database, { device, progress, signal }: RecomputeTask) {
  const deviceId = device === undefined ? undefined : await findDeviceId(db, device);
  let sensors = 0;
  let hours = 0;
  progress.begin('Sensors', await countSensors(db, deviceId));
  try {
    for await (const sensor of sensorsOf(db, deviceId)) {
      const advanced = (end: number) => progress.show(sensors, `until ${toIso(end)}`);
      hours += await recomputeLedger(db, sensor, { signal, advanced });
      if (signal.aborted) throw interrupted();
      // Habits learnt from the old ledger are learnt again in the next round.
      await learnAgain(db.write, sensor);
      sensors += 1;
      progress.show(sensors, '');
    }
  } finally {
    progress.end();
  }
  return `The ledger is computed anew: sensors ${sensors}, hours ${hours}.`;
}

function interrupted(): CommandFailure {
  return new CommandFailure('Interrupted. Run it again: it begins anew, which does no harm.');
}

async function findDeviceId(db: Database, macOrSerial: string): Promise<number> {
  const found = await db.read
    .selectFrom('devices')
    .select('id')
    .where('identity', '=', identityOf(macOrSerial))
    .executeTakeFirst();
  if (!found) throw new CommandError(`There is no device with the MAC or serial ${macOrSerial}.`);
  return found.id;
}

async function countSensors(db: Database, deviceId: number | undefined): Promise<number> {
  const { count } = await db.longRead
    .selectFrom('sensors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? 0))
    .executeTakeFirstOrThrow();
  return count;
}

async function* sensorsOf(db: Database, deviceId?: number): AsyncGenerator<LedgerSensor> {
  const limit = sensorsAtOnce;
  for (let after: LedgerSensor | undefined; ; ) {
    const page = await findLedgerSensors(db, { after, limit, ...(deviceId && { deviceId }) });
    yield* page;
    after = page.at(-1);
    if (page.length < limit) return;
  }
}
