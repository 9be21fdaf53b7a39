import type { Links } from './links.ts';

type WakerDeps = {
  links: Pick<Links, 'free' | 'shortestWaitMs'>;
  /** Takes a turn that settles nothing; rejects where it could not be committed. */
  takeTurn: () => Promise<unknown>;
};

export type Waker = {
  /** From now on turns are taken. */
  start: () => void;
  stop: () => void;
  isRunning: () => boolean;
  /** Says that something may be due. */
  wake: () => void;
  /** Goes on in the next turn of the event loop, after whatever has arrived there. */
  wakeSoon: () => void;
  /** A turn has begun: whoever wakes from now on means another one. @returns whether it was asked for. */
  noteTurn: () => boolean;
  isWoken: () => boolean;
};

/** How long a turn that could not be committed is left alone, in milliseconds. */
export const retryCommitMs = 500;

/** Decides when the next turn is taken: one at a time, however often it is asked for. */
export function createWaker({ links, takeTurn }: WakerDeps): Waker {
  let isRunning = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let looksAt = Number.POSITIVE_INFINITY;

  const wake = (): void => {
    if (!isRunning || isWoken) return;
    isWoken = true;
    takeTurn().catch(() => lookAgainIn(retryCommitMs));
  };

  const lookAgainIn = (milliseconds: number): void => {
    const at = performance.now() + milliseconds;
    if (!isRunning || at >= looksAt) return;
    clearTimeout(timer);
    looksAt = at;
    timer = setTimeout(() => {
      looksAt = Number.POSITIVE_INFINITY;
      wake();
    }, milliseconds);
    timer.unref();
  };

  return {
    start: () => {
      isRunning = true;
    },
    stop: () => {
      isRunning = false;
      clearTimeout(timer);
    },
    isRunning: () => isRunning,
    wake,
    wakeSoon: () => {
      if (isRunning && links.free() > 0) wake();
      else lookAgainIn(links.shortestWaitMs());
    },
    noteTurn: () => {
      const wasWoken = isWoken;
      isWoken = false;
      return wasWoken;
    },
    isWoken: () => isWoken,
  };
}
