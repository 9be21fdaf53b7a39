import { stat, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { describeDataFolder } from '../data-folder.ts';
import type { Database } from '../db/database.ts';
import { addSampledGauges } from '../kit/sampled-gauges.ts';
import type { Timers } from '../kit/time/timers.ts';

type RoomDeps = {
  registry: Registry;
  dataDir: string;
  db: Pick<Database, 'engine' | 'longRead'>;
  timers: Pick<Timers, 'now'>;
};

/** Gauges of the database's size, and of the free room on the disk of the data folder. */
export function observeRoom({ registry, dataDir, db, timers }: RoomDeps): void {
  const { databasePath } = describeDataFolder(dataDir);
  const { now } = timers;
  addSampledGauges({
    registry,
    help: {
      kisima_database_bytes:
        'Room that the database takes: on SQLite the file and its log, on PostgreSQL what that says of itself.',
    },
    now,
    read: async () => ({
      kisima_database_bytes:
        db.engine === 'sqlite' ? await sizeOfFiles(databasePath) : await sizeOnPostgres(db),
    }),
  });
  addSampledGauges({
    registry,
    help: {
      kisima_disk_bytes: 'Size of the disk on which the data folder is.',
      kisima_disk_free_bytes: 'Room on that disk which the server may still use.',
    },
    now,
    read: async () => {
      const { blocks, bavail, bsize } = await statfs(dataDir);
      return { kisima_disk_bytes: blocks * bsize, kisima_disk_free_bytes: bavail * bsize };
    },
  });
}

/** The log of an embedded database comes and goes. */
async function sizeOfFiles(path: string): Promise<number> {
  const log = await stat(`${path}-wal`).catch(() => ({ size: 0 }));
  return (await stat(path)).size + log.size;
}

async function sizeOnPostgres({ longRead }: Pick<Database, 'longRead'>): Promise<number> {
  const query = sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`;
  const { rows } = await query.execute(longRead);
  return Number(rows[0]?.bytes);
}
