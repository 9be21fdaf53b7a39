import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { accountsByLedger } from './ledger/account-by-ledger.ts';
import { judgeForecasts, sharesOf } from './ledger/judge-forecast.ts';
import { judgeLeaks } from './ledger/judge-leaks.ts';
import { columns, figuresOf, judge } from './ledger/judge-usage.ts';
import { reportWorlds } from './ledger/report-worlds.ts';
import { accountByRule } from './ledger/simple-rules.ts';
import { generateTanks, type TankTruth } from './ledger/tank-truth.ts';
import { report } from './lib/figures.ts';

/** Limits of the ledger's error at each noise: percent, of a day at the median. */
const bars = new Map([
  [0, 'a day at most 3 %'],
  [0.3, 'a day at most 3 %'],
  [1, 'a day at most 5 %'],
]);

/** False leaks are rare: they are counted in so many times as many tanks. */
const leakSeeds = 4;

/**
 * `npm run bench ledger -- --seed 1 --tanks 60 --days 30`: simulated tanks whose truth is known, read by
 * sensors as they are, recorded and reported by the program; how far its figures are from the truth,
 * beside the sum of drops and a dead band of 0.5 %. Then the forecasts for the same tanks, and leaks of
 * 2 % of capacity a day in half of them.
 *
 * `-- --worlds --seed 1 --kind lasting`: the same questions about tanks that somebody made who does not know
 * the ledger (`bench/worlds`). `-- --check` checks those worlds, all of them, for some minutes.
 */
export async function benchLedger(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      tanks: { type: 'string', default: '60' },
      days: { type: 'string', default: '30' },
      worlds: { type: 'boolean', default: false },
      kind: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  if (values.check) return checkWorlds();
  if (values.worlds) return await reportWorlds({ seed: Number(values.seed), kind: values.kind });
  const course = { tanks: Number(values.tanks), days: Number(values.days) };
  const start = Date.UTC(2026, 8, 1);
  const tanks = generateTanks({ seed: Number(values.seed), ...course, start });
  const accounts = new Map([
    ['sum of drops', tanks.map((tank) => accountByRule(tank, 0))],
    ['dead band of 0.5 %', tanks.map((tank) => accountByRule(tank, 0.5))],
    ['ledger', await accountsByLedger(tanks)],
  ]);
  console.log(`${tanks.length} tanks, ${course.days} days, seed ${values.seed}`);
  for (const [noise, bar] of bars) {
    console.log(`\nnoise of ${noise} % of capacity: ${bar}, 9 of 10 at most 20 %, 30 days 3 %`);
    printRow('', columns);
    for (const [name, told] of accounts) {
      const isOf = (tank: TankTruth) => tank.noise === noise;
      const verdict = judge(
        tanks.filter(isOf),
        told.filter((_, index) => isOf(tanks[index] as TankTruth)),
      );
      printRow(name, figuresOf(verdict));
    }
  }
  reportForecasts(tanks);
  reportLeaks(Number(values.seed), course);
}

function reportForecasts(tanks: readonly TankTruth[]): void {
  const { forecasts, inRange, medianError } = sharesOf(judgeForecasts(tanks));
  console.log(`\n${forecasts} forecasts of the time to empty`);
  report('  truth in the range', percent(inRange), 'at least 80 %');
  report('  error of the middle, median', percent(medianError), 'at most 15 %');
}

function reportLeaks(seed: number, course: { tanks: number; days: number }): void {
  console.log(
    '\nleaks of 2 % of capacity a day, told within 4 nights, within 10, of; intervals in minutes',
  );
  const seeds = Array.from({ length: leakSeeds }, (_, more) => seed + more);
  for (const group of judgeLeaks({ seeds, ...course, leaks: 0.5 })) {
    const { noise, intervalMinutes, leaking, withinFour, withinTen, falseLeaks, years } = group;
    report(
      `  noise ${noise}, interval ${intervalMinutes}`,
      `${withinFour}, ${withinTen}, ${leaking}`,
      `${falseLeaks} false in ${years.toFixed(1)} years, at most 1 a year`,
    );
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function printRow(name: string, cells: readonly string[]): void {
  console.log(`${name.padEnd(20)}${cells.map((cell) => cell.padStart(14)).join('')}`);
}

/** The checks of the worlds, of which `npm test` runs every tenth. */
function checkWorlds(): void {
  execFileSync(process.execPath, ['--test', 'bench/worlds/*.test.ts'], {
    env: { ...process.env, ALL_WORLDS: '1' },
    stdio: 'inherit',
  });
}
