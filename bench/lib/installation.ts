import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { minuteMs } from '../../src/kit/time/units.ts';
import { median } from './figures.ts';
import { type Fleet, registerFleet } from './load/fleet.ts';
import { type Served, serveKisima } from './processes.ts';
import { seedReadings } from './seed/seed.ts';
import { each } from './seed/seed-plan.ts';
import { seedPostgres } from './seed/seed-postgres.ts';

const devices = 200;
export const minutesIn90Days = 129_600;
const repeats = 60;
/** So many reads before each that counts: V8 compiles what runs hundreds of times. */
const warmUps = 4;

/** A server with history: the first device has 90 days at one reading a minute, the others the rest. */
export type Installation = { dataDir: string; server: Served; fleet: Fleet };

/** @param databaseUrl of a PostgreSQL, where it is not to be the embedded database. */
export async function install(
  dataDir: string,
  rows: number,
  databaseUrl?: string,
): Promise<Installation> {
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const first = await serveKisima(dataDir, env);
  const fleet = await registerFleet(first.url, devices);
  await first.stop();
  const [measured, ...others] = fleet.deviceIds.map(Number);
  const until = Date.now() - minuteMs;
  const seeded = [
    ...each([measured ?? 0], minutesIn90Days),
    ...each(others, Math.ceil((rows - minutesIn90Days) / others.length)),
  ];
  if (databaseUrl) await seedPostgres({ url: databaseUrl, devices: seeded, until });
  else seedReadings({ path: join(dataDir, 'kisima.db'), devices: seeded, until });
  return { dataDir, server: await serveKisima(dataDir, env), fleet };
}

export function readsOf(device: string): [what: string, path: string][] {
  return [
    ['latest', `/api/sensors.php?action=latest&device_id=${device}`],
    ['24 h history', `/api/sensors.php?action=history&device_id=${device}&hours=24`],
    ['168 h summary', `/api/sensors.php?action=summary&device_id=${device}&hours=168`],
    ['90-day daily report', `/api/reports.php?action=daily&device_id=${device}&period=90d`],
  ];
}

export function exportPath(device: string): string {
  return `/api/reports.php?action=export&device_id=${device}&period=90d&format=csv`;
}

/** Medians of the same read on both, one after the other. */
export async function inTurn(
  one: Installation,
  other: Installation,
  pathOf: (installation: Installation) => string,
  times = repeats,
) {
  const ofOne: number[] = [];
  const ofOther: number[] = [];
  for (let repeat = -warmUps * times; repeat < times; repeat++) {
    const measured = [
      await timeRead(one, pathOf(one)),
      await timeRead(other, pathOf(other)),
    ] as const;
    if (repeat < 0) continue;
    ofOne.push(measured[0]);
    ofOther.push(measured[1]);
  }
  return [median(ofOne), median(ofOther)] as const;
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds until all of an answer has come, which nobody compresses: the floor's is not either. */
export async function timeRead({ server, fleet }: Installation, path: string): Promise<number> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${fleet.token}` };
  const request = get(server.url + path, { agent, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return performance.now() - start;
}
