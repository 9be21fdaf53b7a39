import { type ApiError, failures } from '../../kit/api/api-error.ts';
import { Line } from './line.ts';

/** What a password is hashed for: to let somebody in, or to store a new one. */
export type HashingKind = 'sign-in' | 'new-password';

type Limits = {
  /** Pieces of work at once, at least two; the last place is kept for signing in. */
  atOnce: number;
  /** Most that wait, of each kind. */
  waiting: number;
};

type Waiting = { start: () => void; refuse: (error: ApiError) => void };

const retryAfterSeconds = 2;

/**
 * Runs a few pieces of work at a time. The kinds take turns, and within a kind those whom the work
 * belongs to, so that nobody keeps others waiting by asking for much at once. When a kind's line is
 * full, whoever has most in it loses their last, with 503.
 */
export function createQueue({ atOnce, waiting }: Limits) {
  const lines = { 'sign-in': new Line<Waiting>(), 'new-password': new Line<Waiting>() };
  const running = { 'sign-in': 0, 'new-password': 0 };
  let last: HashingKind = 'new-password';

  const mayStart = (kind: HashingKind): boolean =>
    lines[kind].length > 0 && (kind === 'sign-in' || running[kind] < atOnce - 1);

  const chooseNext = (): HashingKind | undefined => {
    const other: HashingKind = last === 'sign-in' ? 'new-password' : 'sign-in';
    return [other, last].find(mayStart);
  };

  const startWaiting = (): void => {
    while (running['sign-in'] + running['new-password'] < atOnce) {
      const kind = chooseNext();
      if (!kind) return;
      last = kind;
      running[kind] += 1;
      lines[kind].take()?.start();
    }
  };

  const waitForTurn = (kind: HashingKind, key: string): Promise<void> =>
    new Promise((start, refuse) => {
      lines[kind].add(key, { start, refuse });
      startWaiting();
      if (lines[kind].length > waiting) lines[kind].takeFromLongest()?.refuse(tooMany());
    });

  /** @param key whom the work belongs to. */
  return async <T>(kind: HashingKind, key: string, work: () => Promise<T>): Promise<T> => {
    await waitForTurn(kind, key);
    try {
      return await work();
    } finally {
      running[kind] -= 1;
      startWaiting();
    }
  };
}

function tooMany(): ApiError {
  return failures.unavailable(
    'Too many people are signing in at this moment; try again shortly.',
    retryAfterSeconds,
  );
}
