import { between, chance, normal, type Random } from '../../../bench/ledger/random.ts';
import { roundTo2 } from '../../../src/kit/round.ts';
import type { FaultCourse } from './fault-course.ts';

/** Percent of capacity over still water, and how many times that while water falls in or the sensor fails. */
const noise = 1;
const ripple = 2;
const grown = 5;
/** Chance that a reading is a lost echo, and that the next one is too. */
const spike = 0.001;
const secondSpike = 0.15;
/** Percent by which a sensor that has come loose is off. */
const fallen = 30;

export type SensorOptions = {
  random: Random;
  faults: readonly FaultCourse[];
  hasSpikes: boolean;
  wholePercents: boolean;
};

/** What the sensor says of a level, in percent. */
export function createSensor({ random, faults, hasSpikes, wholePercents }: SensorOptions) {
  let stuckAt: number | undefined;
  let offset = 0;
  let spikesLeft = 0;
  const isActive = (kind: FaultCourse['kind'], at: number) =>
    faults.some((fault) => fault.kind === kind && fault.isActive(at));

  const measure = (at: number, level: number, isFilling: boolean): number => {
    if (isActive('jump', at)) offset ||= level > fallen + 15 ? -fallen : fallen;
    else offset = 0;
    const sigma = noise * (isFilling ? ripple : 1) * (isActive('noise', at) ? grown : 1);
    return level + offset + sigma * normal(random);
  };
  const write = (level: number) => {
    const clamped = Math.min(100, Math.max(0, level));
    return wholePercents ? Math.round(clamped) : roundTo2(clamped);
  };

  return (at: number, level: number, isFilling: boolean): number => {
    if (spikesLeft === 0 && hasSpikes && chance(random, spike)) {
      spikesLeft = chance(random, secondSpike) ? 2 : 1;
    }
    const measured = write(measure(at, level, isFilling));
    const isStuck = isActive('stuck', at);
    stuckAt = isStuck ? (stuckAt ?? measured) : undefined;
    if (stuckAt !== undefined) return stuckAt;
    if (spikesLeft === 0) return measured;
    spikesLeft -= 1;
    return write(lostEcho(random));
  };
}

/** The sensor sees the bottom, its own face, or something in between. */
function lostEcho(random: Random): number {
  const kind = random();
  if (kind < 0.4) return 0;
  return kind < 0.7 ? 100 : between(random, 0, 100);
}
