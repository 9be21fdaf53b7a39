/** Longest time that a piece of work holds the thread, in milliseconds: others hardly notice it. */
const sliceMs = 10;

const waiting: (() => void)[] = [];

function letOneOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneOn);
}

/**
 * Resolves in a later cycle of the event loop, after other requests were served. Of the waiting callers one
 * goes on in each cycle: ten long pieces of work hold the thread no longer than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneOn);
  });
}

/**
 * Takes each item of a caller's list in order, and yields whenever that has held the thread for 10 ms: for
 * thousands of items.
 * @param take should take far less than a slice for an item.
 * @param now milliseconds of a monotonic clock.
 */
export async function inSlices<T>(
  items: Iterable<T>,
  take: (item: T, at: number) => void,
  now: () => number = () => performance.now(),
): Promise<void> {
  let end = now() + sliceMs;
  let at = 0;
  for (const item of items) {
    if (now() >= end) {
      await nextTurn();
      end = now() + sliceMs;
    }
    take(item, at);
    at += 1;
  }
}
