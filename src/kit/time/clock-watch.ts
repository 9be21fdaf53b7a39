import type { Logger } from 'pino';
import type { Component } from '../async/components.ts';
import { createLoop } from '../async/loop.ts';
import type { Clock } from './clock.ts';
import type { Timers } from './timers.ts';
import { minuteMs } from './units.ts';

/** Views of the wall clock, which people and programs set. */
export type ClockWatch = {
  /**
   * The earliest likely time, for what cannot be undone (deleting, giving up, sending a scheduled message):
   * it follows a jump forward only once that has lasted.
   */
  cautious: Clock;
  /** The latest likely time: it follows a jump back only once that has lasted. */
  latest: Clock;
  /** Milliseconds since the last jump; infinite where there was none since the start. */
  sinceJump: () => number;
  /**
   * Registers a function that is called after each jump, with the milliseconds by which the clock went
   * forward.
   */
  onJump: (listener: (byMs: number) => void) => void;
  component: Component;
};

type WatchDeps = { clock: Clock; timers: Timers; log: Logger };

/** A smaller step is a correction of the clock. */
const leastJumpMs = 10_000;

/** Time for which a jump is doubted: an operator or a time server can undo it meanwhile. */
const usualDoubtMs = 10 * minuteMs;

const lookEveryMs = 1000;

/** Watches the clock for jumps, reports them, and gives the time as far as it is certain. */
export function createClockWatch({ clock, timers, log }: WatchDeps): ClockWatch {
  const listeners: ((byMs: number) => void)[] = [];
  let jumpedAt = Number.NEGATIVE_INFINITY;

  const noteJump = (byMs: number): void => {
    jumpedAt = timers.now();
    const seconds = Math.round(byMs / 1000);
    log.warn(
      { seconds, doubt_seconds: usualDoubtMs / 1000 },
      'the clock of this machine has jumped',
    );
    for (const listener of listeners) listener(byMs);
  };
  const reckon = createReckoning({ clock, timers }, usualDoubtMs, noteJump);
  const loop = createLoop(
    { log, timers },
    {
      name: 'clock watch',
      everyMs: lookEveryMs,
      work: async () => {
        reckon();
      },
    },
  );

  return {
    cautious: () => Math.min(...reckon()),
    latest: () => Math.max(...reckon()),
    sinceJump: () => {
      reckon();
      return timers.now() - jumpedAt;
    },
    onJump: (listener) => {
      listeners.push(listener);
    },
    component: { ...loop, isForLooking: true },
  };
}

/** A cautious clock for irreversible acts: it doubts a jump forward for so long. */
export function createCautiousClock(
  deps: Pick<WatchDeps, 'clock' | 'timers'>,
  doubtMs: number,
): Clock {
  const reckon = createReckoning(deps, doubtMs);
  return () => Math.min(...reckon());
}

/**
 * Compares the wall clock with the monotonic one at each call. A jump is believed once the clock has gone
 * on from there for `doubtMs`; one that returns to where it came from never was.
 * @returns the time of the wall clock, and the time by the last offset that was believed.
 */
function createReckoning(
  { clock, timers }: Pick<WatchDeps, 'clock' | 'timers'>,
  doubtMs: number,
  jumped: (byMs: number) => void = () => {},
): () => [wall: number, believed: number] {
  const offsetNow = () => clock() - timers.now();
  let seen = offsetNow();
  let believed = seen;
  let since = timers.now();

  return () => {
    const monotonic = timers.now();
    const wall = clock();
    const moved = wall - monotonic - seen;
    seen += moved;
    const isJump = Math.abs(moved) >= leastJumpMs;
    if (isJump) since = monotonic;
    else believed += moved;
    const isBack = Math.abs(seen - believed) < leastJumpMs;
    if (isBack || monotonic - since >= doubtMs) believed = seen;
    if (isJump) jumped(moved);
    // An instant is an integer; where nothing is in doubt both are the same one.
    return [wall, believed === seen ? wall : Math.round(monotonic + believed)];
  };
}
