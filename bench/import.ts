import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile, report } from './lib/figures.ts';
import { type Fleet, registerFleet } from './lib/load/fleet.ts';
import { startPostgres } from './lib/postgres.ts';
import { serveKisima } from './lib/processes.ts';

/** Devices that push while others are imported, and their pushes a second. */
const pushers = 100;
const pushesPerSecond = 100;

type Job = { id: number; status: string; registered: number; refused: number };

/**
 * `npm run bench import [-- --database]`: files of 300 and of 20,000 devices, with an owner, a group, a place
 * and a shape each, while others push: seconds from sending the file to its end, and how long a push takes
 * before and meanwhile.
 */
export async function benchImport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { database: { type: 'boolean', default: false } },
  });
  const folder = await mkdtemp(resolve('bench-data-'));
  await chmod(folder, 0o755);
  const postgres = values.database ? await startPostgres(join(folder, 'postgres')) : undefined;
  try {
    const env: Record<string, string> = postgres ? { DATABASE_URL: postgres.url } : {};
    const server = await serveKisima(join(folder, 'data'), env);
    try {
      const fleet = await registerFleet(server.url, pushers);
      const alone = beginPushing(server.url, fleet);
      await new Promise((done) => setTimeout(done, 5000));
      await tell('pushes alone', alone);
      for (const [devices, held] of [
        [300, 5],
        [20_000, 120],
      ] as const) {
        const pushing = beginPushing(server.url, fleet);
        const seconds = await importFile(server.url, fleet.token, devices);
        report(`${devices} devices imported`, `${seconds.toFixed(1)} s`, `at most ${held} s`);
        report('  a second', `${Math.round(devices / seconds)}`, 'at least 200');
        await tell('  pushes meanwhile', pushing);
      }
    } finally {
      await server.stop();
    }
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Pushing = { stop: () => Promise<number[]> };

/** Pushes at a steady pace until it is stopped; the milliseconds of each push. */
function beginPushing(url: string, { macs }: Fleet): Pushing {
  const times: number[] = [];
  const underWay = new Set<Promise<void>>();
  let count = 0;
  const push = async () => {
    const start = performance.now();
    const mac = macs[count % macs.length] ?? '';
    count += 1;
    const level = (count % 97) + 1;
    const body = new URLSearchParams({ mac_address: mac, water_level_percent: `${level}` });
    const { status } = await fetch(`${url}/iot_push.php`, { method: 'POST', body });
    if (status !== 201) throw new Error(`a push was answered ${status}`);
    times.push(performance.now() - start);
  };
  const timer = setInterval(() => {
    const pushed: Promise<void> = push().finally(() => underWay.delete(pushed));
    underWay.add(pushed);
  }, 1000 / pushesPerSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(underWay);
      return times;
    },
  };
}

async function tell(what: string, pushing: Pushing): Promise<void> {
  const times = await pushing.stop();
  const of = (share: number) => `${quantile(times, share).toFixed(0)} ms`;
  report(`${what}: ${times.length}, median`, of(0.5));
  report('    99th percentile', of(0.99));
}

async function importFile(url: string, token: string, devices: number): Promise<number> {
  const header = 'mac_or_serial,name,owner,group,place,shape,diameter_cm,height_cm,high,low,key';
  const lines = Array.from({ length: devices }, (_, n) => {
    const owner = n % 2 ? `owner${n}@example.com` : `0712${String(n).padStart(6, '0')}`;
    const place = `"-1.${String(n).padStart(5, '0')}, 36.8"`;
    const serial = `KS-${devices}-${n}`;
    const group = `Estate ${devices}/${n % 40}`;
    return `${serial},Tank ${n},${owner},${group},${place},cylinder,180,200,90,20,required`;
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
  const start = performance.now();
  const body = [header, ...lines].join('\n');
  const sent = await fetch(`${url}/api/imports`, { method: 'POST', headers, body });
  if (sent.status !== 201) throw new Error(`the file was answered ${sent.status}`);
  const { id } = (await sent.json()) as Job;
  for (;;) {
    await new Promise((done) => setTimeout(done, 200));
    const asked = await fetch(`${url}/api/imports/${id}`, { headers });
    const { status, registered, refused } = (await asked.json()) as Job;
    if (status === 'running') continue;
    if (registered !== devices) throw new Error(`${registered} registered, ${refused} refused`);
    return (performance.now() - start) / 1000;
  }
}
