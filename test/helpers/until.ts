import { setImmediate, setTimeout } from 'node:timers/promises';
import { withDeadline } from '../../src/kit/async/deadline.ts';

/** Far more than anything here takes on a busy machine: what takes longer never comes. */
const hangsAfterMs = 90_000;

/** Waits for what has to come; where it does not, the test fails and says `what` it was. */
export async function awaited<T>(what: string, coming: Promise<T>): Promise<T> {
  return await withDeadline(what, hangsAfterMs, coming);
}

/** Between two questions that others answer, over a socket or from a database: they need the processor. */
const pauseMs = 5;

type Something<T> = Exclude<T, false | undefined>;

/**
 * Asks until the answer is something, and gives it; the event loop, and so a server in this process, has
 * its turns between. Where nothing comes, the test fails and shows the question.
 */
export async function until<T>(ask: () => T | Promise<T>): Promise<Something<T>> {
  const giveUpAt = performance.now() + hangsAfterMs;
  for (;;) {
    const asked = ask();
    const answer = await asked;
    if (answer !== undefined && answer !== false) return answer as Something<T>;
    if (performance.now() > giveUpAt) throw new Error(`in vain for ${hangsAfterMs} ms: ${ask}`);
    await (asked instanceof Promise ? setTimeout(pauseMs) : setImmediate());
  }
}
