/**
 * - `closed`: messages flow;
 * - `open`: it rests after failures, and nothing is begun;
 * - `half-open`: the rest is over, and one trial decides.
 */
export type BreakerState = 'closed' | 'open' | 'half-open';

/** The state in which a submit began, by which a stale failure is recognised. */
export type Ticket = number;

/**
 * The failure of a submit: the provider took nothing, or did not answer, which leaves messages in doubt
 * and may send them twice.
 */
export type Failure = 'not taken' | 'no answer';

/** Failures in a row after which it opens; one without an answer is enough by itself. */
const failuresToOpen = 3;
const firstRestMs = 250;

/**
 * Leaves a provider alone that fails. It counts events, not messages: a failure counts only where its
 * submit began after the last known failure. So a whole window that fails at once is one failure, and
 * what was begun before the breaker opened does not lengthen its rest.
 * @param now milliseconds that only ever go forward.
 * @param longestRestMs the first rest is a quarter of a second; each that follows is twice as long, up to this.
 */
export function createCircuitBreaker(now: () => number, longestRestMs: number) {
  let failures = 0;
  let restMs = 0;
  /** Undefined while it is closed. */
  let restsUntil: number | undefined;
  let trial: Ticket | undefined;
  /** Grows with each failure that is news, and with each change of state. */
  let newest: Ticket = 0;

  const state = (): BreakerState => {
    if (restsUntil === undefined) return 'closed';
    return now() < restsUntil ? 'open' : 'half-open';
  };

  const open = (): void => {
    restMs = Math.min(longestRestMs, restMs === 0 ? firstRestMs : restMs * 2);
    restsUntil = now() + restMs;
    trial = undefined;
  };

  return {
    state,
    allows: (): boolean => state() === 'closed' || (state() === 'half-open' && trial === undefined),
    /** True if nothing has failed since the last success. */
    isWell: (): boolean => failures === 0,
    /** Milliseconds until a trial may begin; 0 where it need not rest. */
    restLeftMs: (): number => Math.max(0, (restsUntil ?? 0) - now()),
    /** Notes a submit that begins; in the half-open state it is the trial. */
    begin: (): Ticket => {
      if (state() === 'half-open') trial ??= newest;
      return newest;
    },
    /** Notes a submit that was answered: all is well, whenever it began. */
    succeed: (): void => {
      failures = 0;
      restMs = 0;
      restsUntil = undefined;
      trial = undefined;
      newest += 1;
    },
    /** Notes the failure of the submit with this ticket. */
    fail: (ticket: Ticket, failure: Failure): void => {
      if (ticket !== newest) return;
      newest += 1;
      failures += 1;
      if (failure === 'no answer' || failures >= failuresToOpen || restsUntil !== undefined) open();
    },
    /** Notes a submit that shows neither; where it was the trial, another may be made. */
    pass: (ticket: Ticket): void => {
      if (ticket === trial) trial = undefined;
    },
    /**
     * Notes a new connection: the rest is over at once, and answers of the old connection no longer count.
     */
    reconnect: (): void => {
      if (restsUntil === undefined) return;
      restsUntil = now();
      trial = undefined;
      newest += 1;
    },
  };
}
