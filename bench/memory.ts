import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { migrateOnly } from '../src/cli/migrate-only.ts';
import { readConfig } from '../src/config.ts';
import { report } from './lib/figures.ts';
import { startPostgres } from './lib/postgres.ts';
import { type Served, serveKisima } from './lib/processes.ts';
import { residentMegabytes } from './lib/resident-megabytes.ts';
import { addSilentFleet } from './lib/seed/add-fleet.ts';

const abreast = 64;
/** The tasks that begin with a start are done by then. */
const settleMs = 20_000;
/**
 * V8 begins to collect what an idle process left behind 100 s after its last collection, or a little
 * later.
 */
const restMs = 180_000;

/** Devices of the server that the other is compared with. */
const few = 100;

type Options = { devices: number; database: boolean };

/**
 * `npm run bench memory -- --devices 200000 [--database]`: memory at rest of a server to which each of so
 * many devices has pushed twice, above that of one to which a hundred have pushed as often, and above its
 * own before the first push.
 */
export async function benchMemory(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      devices: { type: 'string', default: '200000' },
      database: { type: 'boolean', default: false },
    },
  });
  const devices = Number(values.devices);
  const ofFew = await measure({ devices: few, database: values.database }, 2 * devices);
  const ofAll = await measure({ devices, database: values.database }, 2 * devices);
  report('before the first push (RSS)', `${ofFew.before.toFixed(0)} MB`);
  const pushes = `${(2 * devices).toLocaleString('en')} pushes`;
  report(`after ${pushes} of ${few} devices`, `${ofFew.after.toFixed(0)} MB`);
  report(
    `after ${pushes} of ${devices.toLocaleString('en')} devices`,
    `${ofAll.after.toFixed(0)} MB`,
  );
  report('more for the devices', `${(ofAll.after - ofFew.after).toFixed(0)} MB`, 'at most 150');
}

async function measure({ devices, database }: Options, pushes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-memory-'));
  await chmod(folder, 0o755);
  const postgres = database ? await startPostgres(join(folder, 'postgres')) : undefined;
  try {
    const env = {
      DATA_DIR: join(folder, 'data'),
      ...(postgres && { DATABASE_URL: postgres.url }),
    };
    await migrateOnly(readConfig(env), (db) => addSilentFleet(db, devices, 20));
    const server = await serveKisima(env.DATA_DIR, env);
    await setTimeout(settleMs);
    const before = await residentMegabytes(server);
    await pushInTurn(server, { devices, pushes });
    await setTimeout(restMs);
    const after = await residentMegabytes(server);
    await server.stop();
    return { before, after };
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function pushInTurn(
  { url }: Served,
  { devices, pushes }: { devices: number; pushes: number },
): Promise<void> {
  let sent = 0;
  const pushOn = async () => {
    while (sent < pushes) {
      const device = 1 + (sent % devices);
      const level = 40 + (Math.floor(sent++ / devices) % 20);
      const response = await fetch(`${url}/iot_push.php`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `mac_address=BENCH-${device}&water_level_percent=${level}`,
      });
      if (response.status !== 201) throw new Error(await response.text());
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: abreast }, pushOn));
}
