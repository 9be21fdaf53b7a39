import type { Timers } from '../../../kit/time/timers.ts';

/** Resolves when `work` is done, or after `ms`. */
export async function orAfter(
  timers: Timers,
  ms: number,
  work: (done: () => void) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = timers.after(ms, resolve);
  work(resolve);
  await promise;
  cancel();
}
