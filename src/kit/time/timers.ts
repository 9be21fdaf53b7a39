/** Waiting, passed in so that tests need not wait. */
export type Timers = {
  /** A tick: an instant of a monotonic clock, in milliseconds; no instant of the calendar. */
  now: () => number;
  /** Runs `run` once after `ms`; returns a function that cancels it. */
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
