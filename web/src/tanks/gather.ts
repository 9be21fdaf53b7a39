export type Clock = {
  /** Milliseconds, which never go back. */
  now: () => number;
  later: (work: () => void, ms: number) => void;
};

const ofBrowser: Clock = {
  now: () => performance.now(),
  later: (work, ms) => setTimeout(work, ms),
};

export type Gathering<T> = {
  add: (item: T) => void;
  /** Hands on at once what waits. */
  flush: () => void;
  /** Forgets what waits, as something newer has come that holds it. */
  drop: () => void;
};

/**
 * Gathers what comes one by one: the first is handed on at once, and what follows it together, every `everyMs`, in
 * the order in which it came. A fleet reports many times a second, and each time all that shows it is drawn anew.
 */
export function createGathering<T>(
  everyMs: number,
  handOn: (items: T[]) => void,
  { now, later }: Clock = ofBrowser,
): Gathering<T> {
  let waiting: T[] = [];
  let last = Number.NEGATIVE_INFINITY;
  let isDue = false;
  const flush = () => {
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    last = now();
    handOn(items);
  };
  const flushWhenDue = () => {
    isDue = false;
    flush();
  };
  return {
    flush,
    add: (item) => {
      waiting.push(item);
      if (isDue) return;
      const wait = last + everyMs - now();
      if (wait <= 0) return flush();
      isDue = true;
      later(flushWhenDue, wait);
    },
    drop: () => {
      waiting = [];
    },
  };
}
