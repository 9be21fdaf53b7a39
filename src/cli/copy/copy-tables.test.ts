import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { seedReadings } from '../../../bench/lib/seed/seed.ts';
import { each } from '../../../bench/lib/seed/seed-plan.ts';
import { readStored } from '../../../test/helpers/database/stored-readings.ts';
import { makeStorage, type Storage } from '../../../test/helpers/server/kisima-process.ts';
import { copyStorage, migrateFile } from '../../../test/helpers/server/prepared-storage.ts';
import { type Config, readConfig } from '../../config.ts';
import { connectPostgres } from '../../db/postgres/postgres.ts';
import { openSqliteFile } from '../../db/sqlite/sqlite-file.ts';
import { noReadingValues } from '../../db/tables/reading-fields.ts';
import { toColumns } from '../../water/readings/packed/packed-readings.ts';
import { toStretches } from '../../water/readings/packed/stretches.ts';
import { withDatabase } from '../open-database.ts';
import { silentProgress } from '../progress.ts';
import { copyTables } from './copy-tables.ts';
import { type Ends, openTowardsPostgres, openTowardsSqlite } from './open-ends.ts';

const devices = [1, 2, 3, 4];
/** Several batches in all: of 2000 from SQLite, of 5000 from PostgreSQL. */
const readingsEach = 3000;
const amid = 6000;
const secret = 's'.repeat(43);

/** A way from one engine to the other, and changes by others at its two ends. */
type Way = {
  open: (identity?: string) => Promise<Ends>;
  changeTarget: (statement: string) => Promise<void>;
  changeSource: (statement: string) => Promise<void>;
  from: Storage;
  to: Storage;
};

describe('copying tables', () => {
  const storages: Storage[] = [];
  let full: Storage;
  let fullPostgres: Storage;

  const makeOne = async (engine: 'sqlite' | 'postgres') => {
    const storage = await makeStorage(engine);
    storages.push(storage);
    return storage;
  };

  before(async () => {
    full = await makeFull();
    fullPostgres = await makeOne('postgres');
    await run(await towards(full, fullPostgres).open());
  });
  after(async () => {
    for (const storage of storages) await storage.remove();
  });

  const makeFull = async () => {
    const storage = await makeOne('sqlite');
    const path = await migrateFile(storage);
    seedReadings({ path, devices: each(devices, readingsEach), until: Date.UTC(2026, 10, 1) });
    const packed = [1, 2, 3].map((at) => {
      const values = { ...noReadingValues, level: at / 3, status: 0, source: 0 };
      return { device_id: 1, sensor_no: 1, recorded_at: at * 1000, ...values };
    });
    await withDatabase(readConfig(storage.env), async ({ write }) => {
      await write
        .insertInto('packed_readings')
        .values(toStretches({ device_id: 1, sensor_no: 1 }, toColumns(packed), 0))
        .execute();
    });
    return storage;
  };

  const ways: [string, () => Promise<Way>][] = [
    ['to PostgreSQL', async () => towards(full, await makeOne('postgres'))],
    ['to SQLite', async () => towards(fullPostgres, await makeOne('sqlite'))],
  ];
  for (const [name, makeWay] of ways) {
    describe(name, () => {
      let interrupted: Way;
      before(async () => {
        interrupted = await makeWay();
        const copying = run(await interrupted.open(), { abortAt: amid });
        await assert.rejects(copying, /^Error: Interrupted\./);
      });

      /** One of its own that was interrupted amid the readings. */
      const makeInterrupted = async () => {
        const to = await copyStorage(interrupted.to);
        storages.push(to);
        return towards(interrupted.from, to);
      };

      it('goes on where it was interrupted', async () => {
        const way = await makeInterrupted();
        const shown: number[] = [];
        const rows = await run(await way.open(), { shown });
        assert.equal(rows.get('readings'), devices.length * readingsEach);
        assert.ok((shown.find((done) => done > 1000) ?? 0) >= amid, shown.join());
        assert.deepEqual(await readStored(way.to), await readStored(way.from));
      });

      it('is interrupted while it reads again what it has copied, and while it compares', async () => {
        const way = await makeInterrupted();
        const again = run(await way.open(), { abortAt: 0 });
        await assert.rejects(again, /^Error: Interrupted\./);
        const comparing = run(await way.open(), { abortAt: 1, phase: 'Comparing tables' });
        await assert.rejects(comparing, /^Error: Interrupted\./);
        await run(await way.open());
        assert.deepEqual(await readStored(way.to), await readStored(way.from));
      });

      it('goes on where the program that began knew fewer tables', async () => {
        const way = await makeInterrupted();
        await way.changeTarget("delete from kisima_copy where table_name = 'packed_readings'");
        await (await way.open()).close();
        const noted = "('packed_readings', 'a test', 0, '0')";
        await assert.rejects(
          way.changeTarget(
            `insert into kisima_copy (table_name, identity, rows, checksum) values ${noted}`,
          ),
          /unique/i,
        );
      });

      it('goes on where it was cut off', async () => {
        const way = await makeWay();
        await assert.rejects(run(await way.open(), { failAt: amid }), /cut off/);
        await run(await way.open());
        assert.deepEqual(await readStored(way.to), await readStored(way.from));
      });

      it('tells where a row of the target is not what was copied', async () => {
        const way = await makeInterrupted();
        await way.changeTarget(
          'update readings set level = 1 where device_id = 1 and recorded_at = (select min(recorded_at) from readings)',
        );
        await assert.rejects(run(await way.open()), {
          message:
            'The copy is not the same as its source: readings has as many rows, with other values. ' +
            'Empty the target and copy again.',
        });
      });

      it('tells where a row of the target is gone', async () => {
        const way = await makeInterrupted();
        await way.changeTarget(
          'delete from readings where device_id = 1 and recorded_at = (select min(recorded_at) from readings)',
        );
        await assert.rejects(run(await way.open()), /readings has 11999 rows instead of 12000\./);
      });

      it('refuses what another copy left', async () => {
        const way = await makeInterrupted();
        await assert.rejects(way.open('another'), /^Error: The target holds the copy of another/);
      });

      it('refuses a target that is not ours', async () => {
        const way = await makeWay();
        if (way.to.engine === 'sqlite') await migrateFile(way.to);
        await way.changeTarget('create table theirs (id integer)');
        await way.changeTarget('insert into theirs values (1)');
        await assert.rejects(way.open(), /^Error: The target is not empty: it/);
      });
    });
  }

  it('copies a table anew that has changed since the copy was interrupted', async () => {
    const way = towards(await makeFull(), await makeOne('postgres'));
    await assert.rejects(run(await way.open(), { abortAt: amid }));
    await way.changeSource('update readings set level = 7 where device_id = 1');
    const told: string[] = [];
    await run(await way.open(), { told });
    assert.deepEqual(told, [
      'readings has changed since the copy was interrupted: it is copied anew.',
    ]);
    assert.deepEqual(await readStored(way.to), await readStored(way.from));
  });

  it('takes a 0 below 0, as boards round it, which SQLite keeps no sign of', async () => {
    const way = towards(fullPostgres, await makeOne('sqlite'));
    await way.changeSource("update readings set temperature = '-0' where device_id = 1");
    // It compares both ends itself.
    const there = await run(await way.open());
    const back = towards(way.to, await makeOne('postgres'));
    const again = await run(await back.open());
    assert.equal(there.get('readings'), devices.length * readingsEach);
    assert.equal(again.get('readings'), devices.length * readingsEach);
  });
});

function towards(from: Storage, to: Storage): Way {
  const config: Config = readConfig(from.env);
  const open = (identity = 'a test') =>
    to.databaseUrl === undefined
      ? openTowardsSqlite({ config, identity }, to.folder, secret)
      : openTowardsPostgres({ config, identity }, to.databaseUrl);
  const changer = (storage: Storage) => (statement: string) => change(storage, statement);
  return { open, changeTarget: changer(to), changeSource: changer(from), from, to };
}

async function change({ databaseUrl, folder }: Storage, statement: string): Promise<void> {
  if (databaseUrl === undefined) {
    const file = openSqliteFile(join(folder, 'kisima.db'), { readonly: false, cacheKib: 1024 });
    file.exec(statement);
    file.close();
    return;
  }
  const limits = { connectTimeoutMs: 5000, statementTimeoutMs: 30_000 };
  const client = await connectPostgres({ url: databaseUrl, ...limits });
  await client.query(statement);
  await client.end();
}

type Course = {
  abortAt?: number;
  failAt?: number;
  phase?: string;
  shown?: number[];
  told?: string[];
};

/** Copies with commits that are small, up to the row at which the course ends it. */
async function run(ends: Ends, course: Course = {}): Promise<Map<string, number>> {
  const { abortAt = Infinity, failAt = Infinity, phase, shown = [], told = [] } = course;
  const leaving = new AbortController();
  let isThere = phase === undefined;
  const begin = (label: string) => {
    isThere ||= label === phase;
  };
  const show = (done: number) => {
    shown.push(done);
    if (!isThere) return;
    if (done >= failAt) throw new Error('cut off');
    if (done >= abortAt) leaving.abort();
  };
  try {
    return await copyTables(ends.source, ends.target, ends.tables, {
      progress: { ...silentProgress, begin, show },
      tell: (line) => void told.push(line),
      signal: leaving.signal,
      commitRows: 3000,
    });
  } finally {
    await ends.close();
  }
}
