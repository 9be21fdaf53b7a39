import { type ApiError, failures } from '../../kit/api/failures/api-error.ts';

/**
 * A queue that serves its keys in rotation: nobody's next item waits for all that another owner has asked
 * for.
 */
class FairQueue<T> {
  readonly #byKey = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(key: string, item: T): void {
    const own = this.#byKey.get(key);
    if (own) own.push(item);
    else this.#byKey.set(key, [item]);
    this.#length += 1;
  }

  take(): T | undefined {
    const [first] = this.#byKey;
    if (!first) return undefined;
    const [key, items] = first;
    const item = items.shift();
    this.#byKey.delete(key);
    if (items.length > 0) this.#byKey.set(key, items);
    this.#length -= 1;
    return item;
  }

  /** Takes the last item of the key with most items. */
  takeFromLongest(): T | undefined {
    let longest: [string, T[]] | undefined;
    for (const entry of this.#byKey) {
      if (!longest || entry[1].length >= longest[1].length) longest = entry;
    }
    if (!longest) return undefined;
    const [key, items] = longest;
    const item = items.pop();
    if (items.length === 0) this.#byKey.delete(key);
    this.#length -= 1;
    return item;
  }
}

/** Purpose of a hash: to let somebody in, or to store a new password. */
export type HashingKind = 'sign-in' | 'new-password';

type Limits = {
  /** Hashes at once, at least two; the last place is kept for signing in. */
  atOnce: number;
  /** Most waiting hashes, of each kind. */
  waiting: number;
};

type Waiting = { start: () => void; refuse: (error: ApiError) => void };

const retryAfterSeconds = 2;

/**
 * Runs a few hashes at a time. The kinds alternate, and within a kind the owners, so that nobody delays
 * others by asking for much. When a kind's queue is full, the owner with most items in it loses the last,
 * with 503.
 */
export function createHashingQueue({ atOnce, waiting }: Limits) {
  const queues = { 'sign-in': new FairQueue<Waiting>(), 'new-password': new FairQueue<Waiting>() };
  const running = { 'sign-in': 0, 'new-password': 0 };
  let last: HashingKind = 'new-password';

  const mayStart = (kind: HashingKind): boolean =>
    queues[kind].length > 0 && (kind === 'sign-in' || running[kind] < atOnce - 1);

  const startWaiting = (): void => {
    while (running['sign-in'] + running['new-password'] < atOnce) {
      const other: HashingKind = last === 'sign-in' ? 'new-password' : 'sign-in';
      const kind = [other, last].find(mayStart);
      if (!kind) return;
      last = kind;
      running[kind] += 1;
      queues[kind].take()?.start();
    }
  };

  const waitForStart = (kind: HashingKind, owner: string): Promise<void> =>
    new Promise((start, refuse) => {
      queues[kind].add(owner, { start, refuse });
      startWaiting();
      if (queues[kind].length > waiting) queues[kind].takeFromLongest()?.refuse(tooMany());
    });

  return async <T>(kind: HashingKind, owner: string, work: () => Promise<T>): Promise<T> => {
    await waitForStart(kind, owner);
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
