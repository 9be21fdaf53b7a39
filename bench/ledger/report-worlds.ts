import { median, quantile } from '../lib/figures.ts';
import { generate, type World, worlds } from '../worlds/worlds.ts';
import { accountsByLedger, type RecordedTank } from './account-by-ledger.ts';
import { day } from './clock.ts';
import { judgeWorld, noVerdict, type WorldsVerdict } from './judge-worlds.ts';

const timezone = 'Africa/Nairobi';

/** Worlds that are recorded in one database; more would only take more memory. */
const atOnce = 12;

export type WorldsOptions = {
  seed: number;
  /** Part of a kind or a name; all worlds where it is left out. */
  kind: string | undefined;
};

/**
 * Records worlds of which somebody who does not know the ledger made the truth, and prints how far the usage
 * report is from it: by kind and noise, and over all but those that cannot be known.
 */
export async function reportWorlds({ seed, kind = '' }: WorldsOptions): Promise<void> {
  const asked = worlds.filter(({ name, kind: own }) => own.includes(kind) || name.includes(kind));
  const verdicts = new Map<string, WorldsVerdict>();
  for (let at = 0; at < asked.length; at += atOnce) {
    await judgeSome(asked.slice(at, at + atOnce), seed, verdicts);
  }
  const unknowable = [
    ...new Set(asked.filter((world) => world.unknowable).map(({ kind }) => kind)),
  ];
  console.log(`\n${asked.length} worlds of an independent generator, seed ${seed}`);
  console.log(
    'A day: median and 90th percentile of what it is off, in percent; then without what leaves no trace',
  );
  console.log('in the levels. Idle: percent of capacity a day, mean and most of the tanks.');
  console.log(row('', columns));
  for (const [name, verdict] of [...verdicts].sort(([a], [b]) => a.localeCompare(b))) {
    console.log(row(name, cellsOf(verdict)));
  }
  console.log(`Held to: a day 3 % (0.3 % of noise) and 5 % (1 %), 9 of 10 at most 15 % and 20 %;`);
  console.log('idle 0.5 %; refills 99 %, invented 1 in 1000; in range 85 to 95 %.');
  if (unknowable.length > 0)
    console.log(`Not in "all": worlds that hide their use in ${unknowable}`);
}

async function judgeSome(
  some: readonly World[],
  seed: number,
  verdicts: Map<string, WorldsVerdict>,
): Promise<void> {
  const truths = some.map((world) => generate(world, seed));
  const accounts = await accountsByLedger(
    some.map((world, at): RecordedTank => {
      const { readings = [], truth = [] } = truths[at] ?? {};
      const start = truth[0]?.from ?? 0;
      return {
        capacity: world.capacityLitres,
        // A steady error of a clock is set right before the ledger sees a reading.
        readings: readings.map(({ at, percent }) => {
          return { at: at - world.clockAheadMs, level: percent };
        }),
        days: Array.from({ length: world.days }, (_, index) => {
          return { start: start + index * day, end: start + (index + 1) * day };
        }),
      };
    }),
    timezone,
  );
  some.forEach((world, at) => {
    const [truth, account] = [truths[at], accounts[at]];
    if (!truth || !account) return;
    const names = [`${world.kind} ${world.noise}`];
    if (!world.unknowable) names.push(`all ${world.noise}`, 'all');
    const own = names.map((name) => {
      const verdict = verdicts.get(name) ?? noVerdict();
      verdicts.set(name, verdict);
      return verdict;
    });
    judgeWorld(world, truth, account, own);
  });
}

const columns = ['days', 'day', 'p90', 'knowable', 'p90', 'idle', 'most', 'refills', 'invented'];
columns.push('in range');

function cellsOf({ days, knowable, idle, refills, ranges }: WorldsVerdict): string[] {
  const fixed = (value: number) => (Number.isNaN(value) ? '-' : value.toFixed(1));
  const mean = idle.reduce((sum, each) => sum + each, 0) / idle.length;
  return [
    String(days.length),
    fixed(median(days)),
    fixed(quantile(days, 0.9)),
    fixed(median(knowable)),
    fixed(quantile(knowable, 0.9)),
    idle.length > 0 ? mean.toFixed(2) : '-',
    idle.length > 0 ? Math.max(...idle).toFixed(2) : '-',
    `${refills.found}/${refills.true}`,
    `${refills.invented}/${refills.told}`,
    ranges.told > 0 ? `${((100 * ranges.right) / ranges.told).toFixed(0)} %` : '-',
  ];
}

function row(name: string, cells: readonly string[]): string {
  return `${name.padEnd(16)}${cells.map((cell) => cell.padStart(11)).join('')}`;
}
