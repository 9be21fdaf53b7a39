import { parseArgs } from 'node:util';
import { startSharedPostgres } from '../helpers/database/postgres-server.ts';
import type { Engine } from '../helpers/server/test-server.ts';
import { type FaultKind, faultRules } from './faults.ts';
import { judge } from './judge/judge.ts';
import { report } from './judge/report.ts';
import { runScenario } from './run-scenario.ts';
import { createWorld } from './world/world.ts';

// `npm run scenario -- --seed 1 --tanks 60 --days 30 --engine sqlite`: everything goes wrong in turn on
// tanks whose truth is known, and the server is held to what it tells of it. Exits with 1 where it
// misses a bar. `--only leak,jump` lets only these faults happen; `--tank 51,56` simulates only these
// tanks, as they go among all of them, to look at a miss in a minute.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    tanks: { type: 'string', default: '60' },
    days: { type: 'string', default: '30' },
    only: { type: 'string' },
    tank: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const world = createWorld({
  seed: Number(values.seed),
  tanks: Number(values.tanks),
  days: Number(values.days),
  ...(values.only && { kinds: values.only.split(',').map(readKind) }),
  ...(values.tank && { only: values.tank.split(',').map(Number) }),
  // Midnight of Nairobi, the first of September.
  start: Date.UTC(2026, 7, 31, 21),
});

function readKind(text: string): FaultKind {
  if (text in faultRules) return text as FaultKind;
  throw new Error(`${text} is no fault; there are ${Object.keys(faultRules).join(', ')}`);
}

const began = performance.now();
const passed = () => `${Math.round((performance.now() - began) / 1000)} s`;
const usesPostgres = values.engine === 'postgres' && !process.env['TEST_DATABASE_URL'];
// Stopped below: what tests share is stopped after tests, and there are none.
const postgres = usesPostgres ? await startSharedPostgres() : undefined;
if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url;
const outcome = await runScenario(world, {
  engine: values.engine as Engine,
  tellDay: (day) => process.stderr.write(`\rday ${day} of ${values.days}, ${passed()} `),
});
await postgres?.stop();
process.stderr.write('\n');
console.log(`${values.tanks} tanks, ${values.days} days, seed ${values.seed}, ${passed()}\n`);
const missed = report(outcome, judge(outcome));
for (const bar of missed) console.log(`BAR MISSED: ${bar}`);
if (missed.length === 0) console.log('every bar is held');
process.exitCode = missed.length === 0 ? 0 : 1;
