import { dayMs, hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { createRandom, uniform } from '../../../src/simulator/random.ts';
import { allowedMs, type Truth } from '../faults.ts';
import { deal } from './deal.ts';

/**
 * Clock of a board. Half of them are right, and a quarter have none: what they send is of now. `behind` was set
 * once, by hand, and goes on so; `ahead` sends the local time as UTC; `jumps` loses its time with every brown-out,
 * begins with the day of its firmware, and hears the time again some hours later.
 */
export type ClockKind = 'right' | 'none' | 'behind' | 'ahead' | 'jumps';

export type BoardClock = {
  kind: ClockKind;
  /** Time that it says, in epoch milliseconds; undefined where it says none. */
  say: (at: number) => number | undefined;
  /** When it is wrong, of which its people ought to be told. */
  wrong: () => { begin: number; end: number }[];
};

const pack: ClockKind[] = [
  ...(['right', 'none', 'right', 'behind', 'right', 'none'] as const),
  ...(['right', 'ahead', 'right', 'none', 'right', 'jumps'] as const),
];

/** Local time of Nairobi. */
const zoneMs = 3 * hourMs;

type ClockOptions = { seed: number; index: number; start: number; days: number };

export function createClock({ seed, index, start, days }: ClockOptions): BoardClock {
  const kind = deal({ seed, index, name: 'clocks' }, pack);
  const random = createRandom(seed, index, 'clock');
  const end = start + days * dayMs;
  const always = () => [{ begin: start, end }];
  switch (kind) {
    case 'right':
      return { kind, say: (at) => at, wrong: () => [] };
    case 'none':
      return { kind, say: () => undefined, wrong: () => [] };
    case 'behind': {
      const behindMs = Math.round(uniform(random, 20 * minuteMs, 5 * hourMs));
      return { kind, say: (at) => at - behindMs, wrong: always };
    }
    case 'ahead':
      return { kind, say: (at) => at + zoneMs, wrong: always };
    case 'jumps': {
      const firmware = start - Math.round(uniform(random, 20, 60) * dayMs);
      const spans: { begin: number; end: number }[] = [];
      const scale = Math.min(1, days / 30);
      let begin = start + Math.round(uniform(random, 1, 4) * scale * dayMs);
      while (begin < end) {
        spans.push({ begin, end: begin + Math.round(uniform(random, 4, 12) * hourMs) });
        begin += Math.round(uniform(random, 3, 8) * dayMs);
      }
      const say = (at: number) => {
        const lost = spans.find((span) => at >= span.begin && at < span.end);
        return lost ? firmware + (at - lost.begin) : at;
      };
      return { kind, say, wrong: () => spans };
    }
  }
}

/** A clock that is wrong ought to be told each time. */
export function clockTruths(
  clock: BoardClock,
  tank: number,
  within: (allowed: number) => number,
): Truth[] {
  const allowed = within(allowedMs.clock as number);
  return clock.wrong().map((span) => ({ kind: 'clock', fault: 'clock', tank, ...span, allowed }));
}
