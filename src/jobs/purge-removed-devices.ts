import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import {
  deleteListUpTo,
  deleteSensors,
  deleteSeriesUpTo,
  findIdAt,
  findInstantAt,
  findRemovedDevice,
  findSensorNos,
  forgetRemovedDevice,
  type ListTable,
  type SeriesTable,
} from './purge-queries.ts';

type PurgeDeps = { db: Database };

/** Rows of one table that are in order of a number, and can be deleted from one number to another. */
type Ordered = {
  /** The number of the row `count` rows further, if there are so many. */
  findAt: (range: { after: number; count: number }) => Promise<number | undefined>;
  deleteUpTo: (range: { after: number; upTo: number }) => Promise<void>;
};

const seriesTables: SeriesTable[] = ['readings', 'hourly_rollups'];
const listTables: ListTable[] = ['alerts', 'pump_commands', 'sensor_configs'];

/** Rows in one write transaction: a few milliseconds. */
const chunk = 2000;

/**
 * One round: deletes the data of all devices that were removed, however much it is. A round that is
 * cut short loses nothing, since the next one goes on with what is left.
 */
export async function purgeRemovedDevices({ db }: PurgeDeps, signal: AbortSignal): Promise<void> {
  let deviceId = await findRemovedDevice(db.read);
  while (deviceId !== undefined && !signal.aborted) {
    const finished = await purgeDevice(db, deviceId, signal);
    if (!finished) return;
    deviceId = await findRemovedDevice(db.read);
  }
}

/** @returns whether it came to the end before it was to stop. */
async function purgeDevice(db: Database, deviceId: number, signal: AbortSignal): Promise<boolean> {
  const sensorNos = await findSensorNos(db.read, deviceId);
  const tables = [
    ...sensorNos.flatMap((sensorNo) =>
      seriesTables.map((table) => seriesOf(db, table, { deviceId, sensorNo })),
    ),
    ...listTables.map((table) => listOf(db, table, deviceId)),
  ];
  for (const rows of tables) {
    const finished = await deleteInChunks(rows, signal);
    if (!finished) return false;
  }
  // Last, since they say whose readings are left.
  await deleteSensors(db.write, deviceId);
  await forgetRemovedDevice(db.write, deviceId);
  return true;
}

function seriesOf(
  db: Database,
  table: SeriesTable,
  key: { deviceId: number; sensorNo: number },
): Ordered {
  return {
    findAt: (range) => findInstantAt(db.longRead, table, key, range),
    deleteUpTo: (range) => deleteSeriesUpTo(db.write, table, key, range),
  };
}

function listOf(db: Database, table: ListTable, deviceId: number): Ordered {
  return {
    findAt: (range) => findIdAt(db.longRead, table, deviceId, range),
    deleteUpTo: (range) => deleteListUpTo(db.write, table, deviceId, range),
  };
}

async function deleteInChunks(rows: Ordered, signal: AbortSignal): Promise<boolean> {
  let after: number | undefined = -1;
  while (after !== undefined && !signal.aborted) {
    const start = performance.now();
    const upTo = await rows.findAt({ after, count: chunk });
    await rows.deleteUpTo({ after, upTo: upTo ?? Number.MAX_SAFE_INTEGER });
    // As long as the chunk took: the purge never has more than half of the writer.
    if (upTo !== undefined) await sleep(performance.now() - start);
    after = upTo;
  }
  return after === undefined;
}
