import { systemTimers, type Timers } from '../../../src/kit/time/timers.ts';

/** Waiting that passes when the test says so; fits what a part asks for as its timers. */
export type TestTimers = {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  waiting: () => number;
  /** Resolves once at least so many wait; asking again and again would take the processor from them. */
  whenWaiting: (count: number) => Promise<void>;
  /** Lets time pass; what is due runs in its order. */
  advance: (ms: number) => void;
};

/**
 * Timers of the system, but for waits of exactly `ms`, which pass when the test says so: for a deadline among
 * exchanges that take real time.
 */
export function holdWaitsOf(ms: number): {
  timers: Timers;
  pass: () => void;
  whenWaiting: (count: number) => Promise<void>;
} {
  const held = createTestTimers();
  return {
    timers: {
      now: systemTimers.now,
      after: (wait, run) => (wait === ms ? held : systemTimers).after(wait, run),
    },
    pass: () => held.advance(ms),
    whenWaiting: held.whenWaiting,
  };
}

/** Their `now` is no whole number, as that of the system is not. */
export function createTestTimers(): TestTimers {
  let time = 0.5;
  let waiting: { at: number; run: () => void }[] = [];
  const watchers = new Set<{ count: number; resolve: () => void }>();
  const nextBy = (end: number) =>
    waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => time,
    waiting: () => waiting.length,
    whenWaiting: async (count) => {
      if (waiting.length >= count) return;
      await new Promise<void>((resolve) => watchers.add({ count, resolve }));
    },
    after: (ms, run) => {
      const timer = { at: time + ms, run };
      waiting.push(timer);
      for (const watcher of watchers) {
        if (waiting.length < watcher.count) continue;
        watchers.delete(watcher);
        watcher.resolve();
      }
      return () => {
        waiting = waiting.filter((each) => each !== timer);
      };
    },
    advance: (ms) => {
      const end = time + ms;
      for (let timer = nextBy(end); timer; timer = nextBy(end)) {
        const { at, run } = timer;
        waiting = waiting.filter((each) => each !== timer);
        time = Math.max(time, at);
        run();
      }
      time = end;
    },
  };
}
