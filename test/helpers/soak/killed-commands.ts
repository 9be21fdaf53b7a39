import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { seedReadings } from '../../../bench/lib/seed/seed.ts';
import { each } from '../../../bench/lib/seed/seed-plan.ts';
import { openSqliteFile } from '../../../src/db/sqlite/sqlite-file.ts';
import { readStored, type Stored } from '../database/stored-readings.ts';
import {
  makeStorage,
  runKisimaAlone,
  type Storage,
  startKisima,
} from '../server/kisima-process.ts';
import { copyStorage } from '../server/prepared-storage.ts';
import { registerOwner } from '../server/process-client.ts';

/** A command that is killed, and what must be true once all is well again. */
export type Killed = {
  name: string;
  /** None: the server's own start. */
  args: string[];
  env: Record<string, string>;
  /** Place where the server has to start. */
  serves: Storage['env'];
  /** Fails where what is stored is not right; `again`: the command was run again to its end. */
  check: (again: boolean) => Promise<void>;
  remove: () => Promise<void>;
};

/** Makes anew, each time it is called, what one kill is to hit. */
export type Course = () => Promise<Killed>;

const secret = 's'.repeat(43);
const rowsOf = ({ readings, rollups, refills }: Stored) => ({ readings, rollups, refills });

/** The recomputing process holds the row of the device. */
function addDevices(path: string, ids: number[]): void {
  const file = openSqliteFile(path, { readonly: false, cacheKib: 1024 });
  const add = file.prepare('insert into device_status (device_id) values (?)');
  for (const id of ids) add.run(id);
  file.close();
}

type Rows = ReturnType<typeof rowsOf>;

/** Shows the first row that is another one: what is different of 48,000 is nothing to read. */
function assertSameRows(actual: Rows, expected: Rows): void {
  for (const table of ['readings', 'rollups', 'refills'] as const) {
    assert.equal(actual[table].length, expected[table].length, table);
    actual[table].forEach((row, index) => {
      assert.deepEqual(row, expected[table][index], table);
    });
  }
}

/** Every way in which a command is to be killed, on both engines where there are two. */
export async function makeCourses(): Promise<{ courses: Course[]; remove: () => Promise<void> }> {
  const kept: Storage[] = [];
  const keep = async (engine: Storage['engine']) => {
    const storage = await makeStorage(engine);
    kept.push(storage);
    return storage;
  };
  const run = async (args: string[], env: Record<string, string>) => {
    const { code, stderr } = await runKisimaAlone(args, { SERVER_SECRET: secret, ...env });
    assert.equal(code, 0, stderr);
  };

  const full = await keep('sqlite');
  await run(['migrate'], full.env);
  const path = join(full.folder, 'kisima.db');
  const ids = [1, 2, 3, 4, 5, 6];
  addDevices(path, ids);
  seedReadings({ path, devices: each(ids, 8000), until: Date.UTC(2026, 10, 20) });
  const fullPostgres = await keep('postgres');
  await run(['copy', '--to', fullPostgres.databaseUrl ?? ''], full.env);
  const source = await readStored(full);
  const computed = await keep('sqlite');
  await cp(full.folder, computed.folder, { recursive: true });
  await run(['recompute'], computed.env);
  const expected = rowsOf(await readStored(computed));

  const other = await keep('sqlite');
  const server = await startKisima(other.env);
  await registerOwner(server.url, 2);
  await server.stop();
  const backup = join(other.folder, '..', 'backup');
  await run(['backup', backup], { DATA_DIR: other.folder, SERVER_SECRET: '' });

  /** A storage that holds what was filled in. */
  const filled = (engine: Storage['engine']): Promise<Storage> =>
    copyStorage(engine === 'sqlite' ? full : fullPostgres);
  const ofEmpty =
    (what: string, engine: Storage['engine'], args: string[]): Course =>
    async () => {
      const { env, remove } = await makeStorage(engine);
      const check = async () => {};
      return { name: `${what} (${engine})`, args, env, serves: env, check, remove };
    };
  const ofCopy =
    (engine: Storage['engine']): Course =>
    async () => {
      const target = await makeStorage(engine);
      const from = engine === 'postgres' ? full : fullPostgres;
      const to = target.databaseUrl ?? `sqlite:${target.folder}`;
      return {
        name: `copy to ${engine}`,
        args: ['copy', '--to', to],
        env: { ...from.env, SERVER_SECRET: secret },
        serves: { ...target.env, SERVER_SECRET: secret },
        check: async (again) => {
          const { readings } = await readStored(target);
          // One that was killed before it began, or once it was done, leaves nothing or all.
          const isRight = readings.length === source.readings.length;
          assert.ok(isRight || (!again && readings.length === 0), `${readings.length} readings`);
        },
        remove: target.remove,
      };
    };
  const ofRecompute =
    (engine: Storage['engine']): Course =>
    async () => {
      const storage = await filled(engine);
      const env = { ...storage.env, SERVER_SECRET: secret };
      return {
        name: `recompute (${engine})`,
        args: ['recompute'],
        env,
        serves: env,
        check: async () => {
          await run(['recompute'], storage.env);
          assertSameRows(rowsOf(await readStored(storage)), expected);
        },
        remove: storage.remove,
      };
    };
  const ofRestore: Course = async () => {
    const storage = await makeStorage('sqlite');
    await cp(full.folder, storage.folder, { recursive: true });
    // The installation of the backup has a secret of its own.
    return {
      name: 'restore (sqlite)',
      args: ['restore', backup],
      env: storage.env,
      serves: storage.env,
      check: async (again) => {
        const { readings, statuses } = await readStored(storage);
        const isOld = readings.length === source.readings.length;
        const isNew = readings.length === 0 && statuses.length === 2;
        assert.ok(isNew || (!again && isOld), `${readings.length} readings`);
      },
      remove: storage.remove,
    };
  };

  return {
    courses: [
      ofEmpty('start', 'sqlite', []),
      ofEmpty('start', 'postgres', []),
      ofEmpty('migrate', 'sqlite', ['migrate']),
      ofEmpty('migrate', 'postgres', ['migrate']),
      ofRestore,
      ofCopy('postgres'),
      ofCopy('sqlite'),
      ofRecompute('sqlite'),
      ofRecompute('postgres'),
    ],
    remove: async () => {
      for (const storage of kept) await storage.remove();
    },
  };
}
