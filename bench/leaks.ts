import { parseArgs } from 'node:util';
import { judgeLeaks, type LeakFigures } from './ledger/judge-leaks.ts';
import { reportWorldLeaks } from './ledger/world-leaks.ts';

const confidences = [0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.8];

/**
 * `npm run bench leaks -- --seed 1 --seeds 4 --tanks 60 --days 30`: simulated tanks, half of which begin
 * to lose 2 % of capacity a day; how many leaks are told, and how many that are none, by the confidence
 * from which one is told.
 *
 * `-- --worlds --seed 1 --kind farm`: leaks of the worlds in `bench/worlds`, whose writer does not know how they are found.
 */
export async function benchLeaks(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seed: { type: 'string', default: '1' },
      seeds: { type: 'string', default: '4' },
      tanks: { type: 'string', default: '60' },
      days: { type: 'string', default: '30' },
      worlds: { type: 'boolean', default: false },
      kind: { type: 'string', default: '' },
    },
  });
  if (values.worlds) {
    reportWorldLeaks({ seed: Number(values.seed), kind: values.kind });
    return;
  }
  const seeds = Array.from(
    { length: Number(values.seeds) },
    (_, more) => Number(values.seed) + more,
  );
  const course = { tanks: Number(values.tanks), days: Number(values.days), leaks: 0.5 };
  const leastConfidences = [undefined, ...confidences];
  const figures = judgeLeaks({ seeds, ...course, leastConfidences });
  console.log(
    `${course.tanks} tanks of each of the seeds ${seeds.join(', ')}, ${course.days} days`,
  );
  console.log('\nconfidence: leaks, told within 4 nights, within 10; false ones, a year');
  for (const noise of ['all', 1] as const) {
    console.log(noise === 'all' ? 'all sensors' : `noise of ${noise} %`);
    for (const each of figures.filter(
      ({ leastConfidence, ...is }) =>
        leastConfidence !== undefined && is.noise === noise && is.intervalMinutes === 'all',
    )) {
      console.log(`  ${String(each.leastConfidence).padEnd(4)}: ${sayFigures(each)}`);
    }
  }
  console.log('\nas the program tells them, by the sensor');
  for (const each of figures.filter(({ leastConfidence }) => leastConfidence === undefined)) {
    console.log(`  noise ${each.noise}, ${each.intervalMinutes} min: ${sayFigures(each)}`);
  }
}

function sayFigures({ leaking, withinFour, withinTen, falseLeaks, years }: LeakFigures): string {
  const rate = (falseLeaks / years).toFixed(2);
  return `${leaking}, ${withinFour}, ${withinTen}; ${falseLeaks} in ${years.toFixed(2)} years, ${rate}`;
}
