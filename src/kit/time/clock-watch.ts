import type { Logger } from 'pino';
import type { Component } from '../async/components.ts';
import { createLoop } from '../async/loop.ts';
import type { Clock } from './clock.ts';
import type { Timers } from './timers.ts';
import { minuteMs } from './units.ts';

/** What is told of the wall's clock, which people and programs set. */
export type ClockWatch = {
  /**
   * The earliest that it may be, for what cannot be taken back (deleting, giving up, sending a scheduled
   * message): it follows a jump forward only once that has lasted.
   */
  cautious: Clock;
  /** The latest that it may be: it follows a jump back only once that has lasted. */
  latest: Clock;
  /** Milliseconds since the last jump; infinite where there was none since the start. */
  sinceJump: () => number;
  /** Has a function called after each jump, with the milliseconds by which the clock went forward. */
  onJump: (listener: (byMs: number) => void) => void;
  component: Component;
};

type WatchDeps = { clock: Clock; timers: Timers; log: Logger };

/** A smaller step is the clock being kept right. */
const leastJumpMs = 10_000;

/** How long a jump is doubted: time enough for an operator or a time server to set it right. */
const usualDoubtMs = 10 * minuteMs;

const lookEveryMs = 1000;

/** Watches the clock for jumps, tells of them, and says what time it is as far as one can be sure. */
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
    component: loop,
  };
}

/** A cautious clock for what can never be had again: it doubts a jump forward for so long. */
export function createCautiousClock(
  deps: Pick<WatchDeps, 'clock' | 'timers'>,
  doubtMs: number,
): Clock {
  const reckon = createReckoning(deps, doubtMs);
  return () => Math.min(...reckon());
}

/**
 * Compares the wall's clock with the monotonic one at each call. A jump is believed once the clock has
 * gone on from there for `doubtMs`; one that goes back to where it came from never was.
 * @returns what the wall's clock says, and what time it is by the last reckoning that was believed.
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
    // An instant is a whole number; where nothing is in doubt both are the same one.
    return [wall, believed === seen ? wall : Math.round(monotonic + believed)];
  };
}
