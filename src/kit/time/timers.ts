/** Waiting, passed in so that tests need not wait. */
export type Timers = {
  /** Milliseconds that only ever go forward. */
  now: () => number;
  /** Runs `run` once after `ms`; what it returns calls it off. */
  after: (ms: number, run: () => void) => () => void;
};

export const systemTimers: Timers = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
