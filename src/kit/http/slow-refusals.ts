import type { Timers } from '../time/timers.ts';

type SlowRefusalsDeps = {
  timers: Timers;
  /** Refusals of a client in ten seconds that are answered without delay. */
  promptPerClient: number;
};

const windowMs = 10_000;
const delayMs = 2000;

/** Most delayed refusals, each with its request in memory, some 10 KB; further ones are answered at once. */
const mostDelayed = 2000;

/**
 * Slows down clients that go on although they are refused: resolves when a refusal may be answered. A
 * connection carries one request at a time, so its client asks once in two seconds instead of hundreds of
 * times a second.
 */
export function createSlowRefusals({ timers, promptPerClient }: SlowRefusalsDeps) {
  const refused = new Map<string, number>();
  let windowEnd = 0;
  let delayed = 0;

  const count = (client: string): number => {
    const now = timers.now();
    if (now >= windowEnd) {
      refused.clear();
      windowEnd = now + windowMs;
    }
    const soFar = (refused.get(client) ?? 0) + 1;
    refused.set(client, soFar);
    return soFar;
  };

  return async (client: string): Promise<void> => {
    if (count(client) <= promptPerClient || delayed >= mostDelayed) return;
    delayed += 1;
    await new Promise<void>((resolve) => timers.after(delayMs, resolve));
    delayed -= 1;
  };
}
