import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { createRandom, pick, uniform } from '../../../src/simulator/random.ts';
import { type FaultKind, stepMs, type TankKind } from '../faults.ts';
import { deal } from './deal.ts';

/**
 * How a board measures and sends. `steady` is a reading each five minutes, and so are these: `doubled` posts each
 * twice, as boards do with two networks or a gateway beside them; `averaging` has a filter of its own, a running or
 * a fading mean; `holding` measures more seldom and repeats the last value. Two run on a battery: `hourly` sleeps,
 * `on_change` sends when the level has moved, and to say that it is still there.
 */
export type BoardKind = 'steady' | 'hourly' | 'on_change' | 'doubled' | 'averaging' | 'holding';

export type Board = {
  kind: BoardKind;
  /** Longest time between two readings that are sent, in milliseconds. */
  intervalMs: number;
  /** Time that a level needs until it shows: of a filter, or until the next reading. */
  lagMs: number;
  /** Noise of its sensor, as a share of the tank's height. */
  noise: number;
  /** Value that the board makes of what its sensor says, in percent. */
  filter: (percent: number) => number;
  /** Set if it measures now; what it measures it may yet keep to itself. */
  isAwake: (at: number) => boolean;
  /** Set if it sends what it has measured. */
  sends: (percent: number, at: number) => boolean;
  /** Times that each reading is posted. */
  copies: 1 | 2;
};

/** Boards with a pump or a float switch have mains power; batteries stand where nothing has to be switched. */
const powered: BoardKind[] = ['steady', 'doubled', 'averaging', 'holding', 'steady'];
const anywhere: BoardKind[] = ['steady', 'hourly', 'on_change', 'doubled', 'averaging', 'holding'];

export function boardKindOf(seed: number, index: number, tank: TankKind): BoardKind {
  const hasPump = tank === 'pump' || tank === 'automatic';
  return deal({ seed, index, name: 'boards' }, hasPump ? powered : anywhere);
}

/**
 * Faults that nobody could read off what such a board sends. A power cut does not silence a battery. A level that
 * flaps within the hour is not seen by who looks once an hour. 30 % within an hour may be water, and so may be a step
 * that a filter has smeared; a filter hides what trembles, too. What is sent on change is not sent while the sensor stands still, and
 * the little noise of such a sensor is no fault when it is five times as much.
 */
const unseen: Record<BoardKind, FaultKind[]> = {
  steady: [],
  doubled: [],
  holding: [],
  averaging: ['jump', 'noise', 'flapping'],
  hourly: ['outage', 'flapping', 'jump'],
  on_change: ['outage', 'flapping', 'jump', 'noise', 'stuck'],
};

export function canSee(board: BoardKind, fault: FaultKind): boolean {
  return !unseen[board].includes(fault);
}

const usualNoise = 0.01;
/** What sends on change would send its noise: such boards have a pressure sensor or take the median of many echoes. */
const littleNoise = 0.002;
/** Move of the level, in percent, that such a board finds worth a message. */
const worthSending = 1;

/** A board as its tank has it: the same for the same seed. */
export function createBoard(seed: number, index: number, kind: BoardKind): Board {
  const random = createRandom(seed, index, 'board');
  const steady: Board = {
    kind,
    intervalMs: stepMs,
    lagMs: 0,
    noise: usualNoise,
    copies: 1,
    filter: (percent) => percent,
    isAwake: () => true,
    sends: () => true,
  };
  switch (kind) {
    case 'steady':
      return steady;
    case 'doubled':
      return { ...steady, copies: 2 };
    case 'hourly': {
      const minute = stepMs * Math.floor(uniform(random, 0, hourMs / stepMs));
      const isAwake = (at: number) => at % hourMs === minute;
      return { ...steady, intervalMs: hourMs, lagMs: hourMs, isAwake };
    }
    case 'on_change': {
      const heartbeatMs = pick(random, [1, 2, 6] as const) * hourMs;
      let last = { at: Number.NEGATIVE_INFINITY, percent: Number.NaN };
      const sends = (percent: number, at: number) => {
        const isNews = !(Math.abs(percent - last.percent) < worthSending);
        if (!isNews && at - last.at < heartbeatMs) return false;
        last = { at, percent };
        return true;
      };
      return { ...steady, intervalMs: heartbeatMs, noise: littleNoise, sends };
    }
    case 'averaging': {
      const count = pick(random, [3, 6, 12] as const);
      const filter = random() < 0.5 ? runningMean(count) : fadingMean(count);
      return { ...steady, lagMs: count * stepMs, filter };
    }
    case 'holding': {
      const count = pick(random, [2, 3, 6] as const);
      // One value of 1 % noise does not show a slow change; three do.
      return { ...steady, lagMs: 3 * count * stepMs, filter: hold(count) };
    }
  }
}

function runningMean(count: number): Board['filter'] {
  const last: number[] = [];
  return (percent) => {
    last.push(percent);
    if (last.length > count) last.shift();
    return last.reduce((sum, each) => sum + each, 0) / last.length;
  };
}

function fadingMean(count: number): Board['filter'] {
  let mean: number | undefined;
  return (percent) => {
    mean = mean === undefined ? percent : mean + (2 / (count + 1)) * (percent - mean);
    return mean;
  };
}

function hold(count: number): Board['filter'] {
  let held = 0;
  let calls = 0;
  return (percent) => {
    if (calls++ % count === 0) held = percent;
    return held;
  };
}

/**
 * Readings that somebody who looks at them needs to see a fault, beside the time that it is allowed. A board that
 * sends each five minutes has them within that; of a slow one they are its own rhythm. Silence is three readings
 * that do not come.
 */
const readingsNeeded: Record<string, number> = {
  low: 2,
  overflow: 2,
  offline: 3,
  stuck: 24,
  noise: 24,
  battery: 3,
  signal: 8,
  clock: 6,
};

/** Time in which a fault is told in time, of a board. */
export function allowedOf(board: Board, kind: string, allowed: number): number {
  const isSlow = board.intervalMs > 15 * minuteMs;
  // A level that moves is sent at once, whatever the heartbeat.
  const isLevel = kind === 'low' || kind === 'overflow';
  const interval = isLevel && board.kind === 'on_change' ? stepMs : board.intervalMs;
  return allowed + board.lagMs + (isSlow ? (readingsNeeded[kind] ?? 0) * interval : 0);
}
