import { Failure, Unreachable } from '../../api/failure.ts';

/** Outcome of a line; `partly`: registered, but its name or capacity was refused. */
export type Outcome =
  | { kind: 'registered' | 'yours'; deviceId: string }
  | { kind: 'partly'; deviceId: string; failure: Failure }
  | { kind: 'taken' | 'failed'; failure: Error };

export type ImportEnd = 'done' | 'cancelled' | 'unreachable';

export type ImportOptions<Row> = {
  rows: readonly Row[];
  /** Registers one row; throws the API's failure. */
  register: (row: Row) => Promise<Outcome>;
  onOutcome: (row: Row, outcome: Outcome) => void;
  /** Called while the server asks to wait: with its seconds, then with 0. */
  onWait: (seconds: number) => void;
  /** Resolves after so many seconds, or once cancelled. */
  wait: (seconds: number) => Promise<void>;
  /** Cancels: requests under way finish, no further ones begin. */
  signal: AbortSignal;
};

/** Requests that a small server answers at once beside its devices. */
const mostAtOnce = 4;
const defaultWaitSeconds = 5;

/**
 * Registers line by line, a few at a time. If the server asks to wait (429, 503), all wait that
 * long and then go on. An unreachable server ends the run: lines not done by then have no outcome,
 * so that a later run takes them up.
 */
export async function runImport<Row>(options: ImportOptions<Row>): Promise<ImportEnd> {
  const { rows, register, onOutcome, onWait, wait, signal } = options;
  const queue = [...rows];
  let waiting: Promise<void> | undefined;
  let isUnreachable = false;

  const waitOut = (seconds: number) => {
    waiting ??= (async () => {
      onWait(seconds);
      await wait(seconds);
      waiting = undefined;
      onWait(0);
    })();
    return waiting;
  };

  const work = async () => {
    for (;;) {
      await waiting;
      if (signal.aborted || isUnreachable) return;
      const row = queue.shift();
      if (row === undefined) return;
      try {
        onOutcome(row, await register(row));
      } catch (error) {
        if (error instanceof Unreachable) isUnreachable = true;
        else if (isPatience(error)) {
          queue.unshift(row);
          await waitOut(error.retryAfter ?? defaultWaitSeconds);
        } else onOutcome(row, outcomeOf(error));
      }
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  if (isUnreachable) return 'unreachable';
  return queue.length > 0 ? 'cancelled' : 'done';
}

/** True if the server only asks to retry later. */
export function isPatience(error: unknown): error is Failure {
  return error instanceof Failure && (error.status === 429 || error.status === 503);
}

function outcomeOf(error: unknown): Outcome {
  const failure = error instanceof Error ? error : new Error(String(error));
  const isTaken = failure instanceof Failure && failure.code === 'device_taken';
  return { kind: isTaken ? 'taken' : 'failed', failure };
}
