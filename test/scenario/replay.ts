import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { withDeadline } from '../../src/kit/async/deadline.ts';
import { dayMs, minuteMs } from '../../src/kit/time/units.ts';
import { startTestServer } from '../helpers/server/test-server.ts';
import { createTestTimers } from '../helpers/server/test-timers.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { readIncidents } from './told.ts';

// `npm run replay -- tank.csv --capacity 4850 --out told.json`: sends the readings of a real tank
// (`recorded_at,water_level_percent`) to a server in virtual time, each when it was measured, while the
// server's tasks do their rounds; then lists all
// that was told; `--from` and `--days` take a part of them. Whether it is true is for people to judge.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    capacity: { type: 'string' },
    from: { type: 'string' },
    days: { type: 'string' },
    round: { type: 'string', default: '2.5' },
    out: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const [file] = positionals;
if (file === undefined) throw new Error('Usage: npm run replay -- <file.csv> [--capacity litres]');

/**
 * Between two rounds of the server's tasks: after three minutes the watch for silence begins anew, so that
 * with `--round 15`, a sixth of the work for a recording of a year, no silence is told.
 */
const roundMs = Number(values.round) * minuteMs;
const mac = '02:00:00:00:00:01';

const lines = (await readFile(file, 'utf8')).trim().split('\n').slice(1);
const readings = lines
  .map((line) => {
    const [at = '', level = ''] = line.trim().split(',');
    return { at: Date.parse(at), level: Number(level) };
  })
  .filter(({ at }) => at >= Date.parse(values.from ?? '1970-01-01'));
const start = readings[0]?.at ?? 0;
const end =
  values.days === undefined ? Number.POSITIVE_INFINITY : start + Number(values.days) * dayMs;

const timers = createTestTimers();
const server = await startTestServer({
  engine: values.engine as 'sqlite' | 'postgres',
  timers,
  isStill: true,
  logLevel: 'warn',
  only: 'water',
  now: new Date(start - minuteMs).toISOString(),
  env: { TOKEN_HOURS: '8760', RAW_RETENTION_DAYS: '36000', ALERT_RETENTION_DAYS: '36000' },
});
try {
  const token = await signIn('register');
  const device = await registerDevice(server, token, mac);
  if (values.capacity !== undefined) {
    const config = { device_id: device.id, sensor_name: 'main', capacity: Number(values.capacity) };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
  }
  let day = 0;
  for (const { at, level } of readings) {
    if (at > end) break;
    while (server.clock.now < at) await passRound(Math.min(roundMs, at - server.clock.now));
    const form = { mac_address: mac, water_level_percent: level };
    const { status, text } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201, text);
    if ((at - start) / dayMs > day) process.stderr.write(`\rday ${day++} `);
  }
  // Recordings may be longer than a session.
  await tell(await signIn('login'), device.id);
} finally {
  await server.stop();
}
// The helpers are those of tests; there are none here.
process.exit();

async function signIn(action: 'register' | 'login'): Promise<string> {
  const json = { email: 'owner@example.com', password: 'maji ni uhai 77' };
  const path = `/api/auth.php?action=${action}`;
  const { body, text } = await server.request('POST', path, { json });
  assert.ok((body as { token?: string }).token, text);
  return (body as { token: string }).token;
}

async function passRound(spanMs: number): Promise<void> {
  server.clock.advance(spanMs);
  const waiting = timers.waiting();
  timers.advance(spanMs);
  await withDeadline('a round', 200, timers.whenWaiting(waiting)).catch(() => {});
}

type Refill = {
  began_at: string;
  ended_at: string | null;
  level_before: number;
  level_after: number;
};

async function tell(token: string, device_id: string): Promise<void> {
  const incidents = await readIncidents(server, token, new Map());
  const told = incidents.map(({ kind, severity, facts, raised, created, resolved }) => ({
    kind,
    severity,
    facts,
    created: isoOf(created),
    raised: isoOf(raised),
    resolved: resolved === undefined ? null : isoOf(resolved),
  }));
  const range = `&start_date=${isoOf(start)}&end_date=${isoOf(server.clock.now)}`;
  const refills: Refill[] = [];
  for (let before = ''; ; ) {
    const path = `/api/insights.php?action=refills&device_id=${device_id}${range}&limit=100${before}`;
    const { body } = await server.request('GET', path, { token });
    const page = (body as { refills: (Refill & { id: string })[] }).refills;
    refills.push(...page);
    if (page.length < 100) break;
    before = `&before=${page.at(-1)?.id}`;
  }
  const path = `/api/reports.php?action=usage&device_id=${device_id}${range}`;
  const { body } = await server.request('GET', path, { token });
  const { days } = body as { days: { date: string; consumed: number; refilled: number }[] };
  console.log(`\n${told.length} incidents`);
  for (const { kind, severity, created, resolved, facts } of told)
    console.log(created, resolved ?? 'open', severity, kind, JSON.stringify(facts));
  console.log(`${refills.length} refills`);
  for (const each of refills.toReversed())
    console.log(each.began_at, each.ended_at ?? 'runs', each.level_before, each.level_after);
  const sum = (key: 'consumed' | 'refilled') =>
    Math.round(days.reduce((all, day) => all + day[key], 0));
  console.log(`${days.length} days, consumed ${sum('consumed')}, refilled ${sum('refilled')}`);
  if (values.out !== undefined)
    await writeFile(values.out, JSON.stringify({ told, refills, days }, null, 1));
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
