import { parseArgs } from 'node:util';
import { type Detected, detect } from './detectors/detect.ts';
import { type Fault, faults, injectFault } from './detectors/faults.ts';
import { judgeLevels } from './detectors/judge-levels.ts';
import { hour } from './ledger/clock.ts';
import { createRandom } from './ledger/random.ts';
import { generateTanks, type TankTruth } from './ledger/tank-truth.ts';
import { report } from './lib/figures.ts';

const sensorKinds = ['stuck', 'jump', 'noise'];

/**
 * `npm run bench detectors -- --seed 1 --tanks 60 --days 30`: simulated tanks whose truth is known, with
 * sensors that work and with sensors that fail; what the detectors find of it, how late, and what they
 * tell for nothing. Then what they cost a reading.
 */
export async function benchDetectors(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      tanks: { type: 'string', default: '60' },
      days: { type: 'string', default: '30' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const course = { tanks: Number(values.tanks), days: Number(values.days) };
  const tanks = generateTanks({ seed, ...course, start: Date.UTC(2026, 8, 1) });
  console.log(`${course.tanks} tanks, ${course.days} days, seed ${seed}`);
  for (const fault of Object.keys(faults) as Fault[]) {
    const outcomes = tanks.flatMap((tank) => {
      const random = createRandom(seed, tank.index, fault);
      const faulty = injectFault(tank, fault, random);
      return faulty ? [{ tank, ...faulty, detected: detect(tank, faulty) }] : [];
    });
    if (fault === 'none') reportHealthy(outcomes);
    reportFault(fault, outcomes);
    if (values.verbose) for (const outcome of outcomes) tellAll(fault, outcome);
  }
}

type Outcome = { tank: TankTruth; from: number; until: number; detected: Detected };

function reportHealthy(outcomes: readonly Outcome[]): void {
  const levels = outcomes.map(({ tank, detected }) => judgeLevels(tank, detected));
  const sum = (of: (each: (typeof levels)[number]) => number) =>
    levels.reduce((total, each) => total + of(each), 0);
  const found = `${sum(({ found }) => found)} of ${sum(({ crossings }) => crossings)}`;
  console.log('low and overflow, of sensors that work');
  report('  found, of levels clearly beyond a threshold', found, 'all');
  const late = levels.flatMap(({ readingsLate }) => readingsLate);
  report('  readings later, median, 99th of 100, most', quantiles(late), 'at most 3');
  report('  for nothing', `${sum(({ falseAlarms }) => falseAlarms)}`, 'none');
  report('  most of one kind, tank and day', `${Math.max(...levels.map((e) => e.mostADay))}`, '1');
  const readings = outcomes.reduce((total, { detected }) => total + detected.readings, 0);
  const spent = outcomes.reduce((total, { detected }) => total + detected.milliseconds, 0);
  report('a reading', `${((1000 * spent) / readings).toFixed(2)} us`, 'at most 3 us');
  const longest = Math.max(...outcomes.map(({ detected }) => detected.longestWatch));
  report('longest watch', `${longest} characters`, 'at most 250');
}

function reportFault(fault: Fault, outcomes: readonly Outcome[]): void {
  const wanted = faults[fault];
  const hours: number[] = [];
  let forNothing = 0;
  for (const { detected, from, until } of outcomes) {
    const raised = detected.changes.filter(
      ({ change, kind }) => change === 'raised' && sensorKinds.includes(kind),
    );
    const isMeant = (each: (typeof raised)[number]) =>
      wanted !== null && each.at >= from && each.at <= until + 24 * hour;
    // The step back at the repair is true, but by then the fault is over.
    const found = raised.find(({ kind, at }) => kind === wanted && at >= from && at < until);
    if (found) hours.push((found.at - from) / hour);
    forNothing += raised.filter((each) => !isMeant(each)).length;
  }
  const isFault = wanted !== null;
  console.log(`${fault}: ${outcomes.length} tanks`);
  if (isFault) report(`  told as ${wanted}`, `${hours.length}`, 'all');
  if (isFault) report('  hours later, median, 99th of 100, most', quantiles(hours), '');
  report('  stuck, jump, noise for nothing', `${forNothing}`, 'at most 1');
}

function tellAll(fault: Fault, { tank, from, detected }: Outcome): void {
  for (const each of detected.changes) {
    if (!sensorKinds.includes(each.kind) || each.change === 'resolved') continue;
    const facts = JSON.stringify(each.facts);
    const after = ((each.at - from) / hour).toFixed(1);
    console.log(
      `    ${fault}: ${tank.name} ${tank.resolution}: ${each.kind} after ${after} h ${facts}`,
    );
  }
  const wanted = faults[fault];
  if (wanted && !detected.changes.some(({ kind }) => kind === wanted)) {
    console.log(`    ${fault}: ${tank.name} ${tank.resolution}: never told`);
  }
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return [0.5, 0.99, 1].map((share) => at(share).toFixed(1)).join(', ');
}
