/** So long a piece of work may hold the thread, in milliseconds: whoever waits behind it hardly notices. */
const sliceMs = 10;

const waiting: (() => void)[] = [];

function letOneOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneOn);
}

/**
 * Resolves in a later turn of the event loop, when other requests have had theirs. Of those that wait,
 * one goes on each turn: ten long pieces of work hold the thread no longer than one.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(letOneOn);
  });
}

/**
 * Takes each item of a caller's list in order, and lets others on whenever that has held the thread for
 * 10 ms: for what is done to thousands of items.
 * @param take what is done to an item; it should take far less than a slice.
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
