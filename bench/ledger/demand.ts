import { minuteMs } from '../../src/kit/time/units.ts';
import { dayBegins, hour, localDay, secondsAStep, step, weekday } from './clock.ts';
import { type EndUse, hourWeights } from './end-uses.ts';
import { type Premises, washes } from './premises.ts';
import {
  between,
  chance,
  chiSquare,
  exponential,
  lognormal,
  normal,
  pick,
  poisson,
  type Random,
} from './random.ts';

/** Days differ by more than their uses (visitors, weather): deviation of the logarithm, assumed. */
const dayToDay = 0.18;
/** Coefficient of variation 1 for uses of a tap: assumed, SIMDEUM gives their mean alone. */
const tapSpread = Math.sqrt(Math.log(2));
/** NL: showers are chi-square around 8.8 minutes, one degree of freedom a minute. */
const showerDegrees = 9;

/** Litres that people ask for in each step from `start`, whether or not the tank has them. */
export function drawDemand(
  random: Random,
  premises: Premises,
  span: { start: number; steps: number },
): Float32Array {
  const demand = new Float32Array(span.steps);
  const pulse = (begin: number, seconds: number, flow: number) => {
    const from = Math.max(0, (begin - span.start) / step);
    const to = Math.min(span.steps, (begin - span.start) / step + seconds / secondsAStep);
    for (let at = Math.floor(from); at < to; at += 1) {
      const share = Math.min(at + 1, to) - Math.max(at, from);
      demand[at] = (demand[at] as number) + flow * secondsAStep * share;
    }
  };
  let home = 0;
  const last = localDay(span.start + span.steps * step);
  for (let today = localDay(span.start); today <= last; today += 1) {
    if (today >= home && chance(random, premises.away)) home = today + pick(random, [1, 1, 2, 3]);
    if (today < home) continue;
    drawDay(random, premises, today, pulse);
  }
  return demand;
}

type Pulse = (begin: number, seconds: number, litresASecond: number) => void;

function drawDay(random: Random, premises: Premises, today: number, pulse: Pulse): void {
  const dayOfWeek = weekday(today);
  const weights = dayOfWeek === 0 || dayOfWeek === 6 ? 'weekend' : 'workday';
  const factor = (premises.weekdays[dayOfWeek] as number) * lognormal(random, dayToDay);
  for (const use of premises.uses) {
    const mean = use.usesADay * factor * (use.clump > 0 ? lognormal(random, use.clump) : 1);
    for (let left = poisson(random, mean); left > 0; left -= 1) {
      const begin = drawBegin(random, today, hourWeights[use.hours][weights]);
      pulse(begin, drawSeconds(random, use), between(random, use.flow[0], use.flow[1]));
    }
  }
  const { laundry } = premises;
  if (laundry === undefined) return;
  const isItsDay = laundry.weekdays.includes(dayOfWeek);
  if (!chance(random, isItsDay ? washes.onItsDay : washes.elsewhen)) return;
  const begin = drawBegin(random, today, hourWeights.chores[weights]);
  for (const fill of laundry.fills) {
    const after = fill.after * 1000 + exponential(random) * minuteMs;
    pulse(begin + after, fill.seconds * Math.max(0.5, 1 + 0.15 * normal(random)), fill.flow);
  }
}

function drawSeconds(random: Random, use: EndUse): number {
  if (use.spread === 'fixed') return use.seconds;
  if (use.spread === 'chi-square') return use.seconds * chiSquare(random, showerDegrees);
  return use.seconds * lognormal(random, tapSpread);
}

function drawBegin(random: Random, today: number, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return dayBegins(today) + (Math.max(0, found) + random()) * hour;
}
