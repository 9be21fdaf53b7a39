import type { Send } from './io/http-send.ts';

/** The same line with at most `limit` requests under way at once; the others wait their turn. */
export function limitConcurrency(send: Send, limit: number): Send {
  let free = limit;
  const waiting: (() => void)[] = [];
  const enter = (): Promise<void> | undefined => {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise((resolve) => {
      waiting.push(resolve);
    });
  };
  const leave = (): void => {
    const next = waiting.shift();
    // The place goes straight to the next in line, so nobody can slip in between.
    if (next === undefined) free += 1;
    else next();
  };
  return async (request) => {
    await enter();
    try {
      return await send(request);
    } finally {
      leave();
    }
  };
}
