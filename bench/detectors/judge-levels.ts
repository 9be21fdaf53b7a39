import { defaultThresholds } from '../../src/water/status.ts';
import { day } from '../ledger/clock.ts';
import type { TankTruth } from '../ledger/tank-truth.ts';
import type { Detected } from './detect.ts';

/** Incidents of one tank's level, beside the truth. */
export type LevelVerdict = {
  /** Times at which the true level went clearly beyond a threshold, and those of them that were raised. */
  crossings: number;
  found: number;
  /** Readings from each of those that were found until it was raised. */
  readingsLate: number[];
  /** Told while the level was nowhere near the threshold. */
  falseAlarms: number;
  /** Most incidents of one kind that were raised on one day. */
  mostADay: number;
};

/** Clearly beyond, and clearly short of, a threshold: percent, and deviations of the sensor's noise. */
const clear = 1;
const clearDeviations = 2;

export function judgeLevels(tank: TankTruth, { changes }: Detected): LevelVerdict {
  const verdict: LevelVerdict = {
    crossings: 0,
    found: 0,
    readingsLate: [],
    falseAlarms: 0,
    mostADay: 0,
  };
  for (const kind of ['low', 'overflow'] as const) {
    const own = changes.filter((change) => change.kind === kind);
    const raised = own.filter(({ change }) => change === 'raised');
    const byDay = Map.groupBy(raised, ({ at }) => Math.floor(at / day));
    verdict.mostADay = Math.max(verdict.mostADay, ...[...byDay.values()].map((all) => all.length));
    const margin = clear + clearDeviations * tank.noise;
    verdict.falseAlarms += raised.filter(({ at }) => beyond(tank, kind, at) < -margin).length;
    judgeCrossings(tank, kind, own, verdict);
  }
  return verdict;
}

/** So many percent the true level lies beyond the threshold. */
function beyond(tank: TankTruth, kind: 'low' | 'overflow', at: number): number {
  const level = tank.levelAt(at);
  return kind === 'low' ? defaultThresholds.low - level : level - defaultThresholds.high;
}

function judgeCrossings(
  tank: TankTruth,
  kind: 'low' | 'overflow',
  changes: Detected['changes'],
  verdict: LevelVerdict,
): void {
  const { outage } = tank;
  const margin = clear + clearDeviations * tank.noise;
  let next = 0;
  let isOpen = false;
  let since: number | undefined;
  for (const { at } of tank.readings.toSorted((a, b) => a.at - b.at)) {
    if (outage && at >= outage.from && at < outage.to) continue;
    for (; (changes[next]?.at ?? Number.POSITIVE_INFINITY) <= at; next += 1) {
      isOpen = changes[next]?.change !== 'resolved';
    }
    const isBeyond = beyond(tank, kind, at) >= margin;
    if (!isBeyond) since = undefined;
    else if (since === undefined) {
      since = 0;
      verdict.crossings += 1;
    }
    if (since === undefined || since < 0) continue;
    since += 1;
    if (!isOpen) continue;
    verdict.found += 1;
    verdict.readingsLate.push(since - 1);
    since = -1;
  }
}
