import { fault } from '../../../kit/api/failures/faults.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { SubmitResult } from '../provider.ts';
import { createPace } from '../turns/pace.ts';
import { type Turn, TurnLine } from '../turns/turn-line.ts';
import { Waker } from '../turns/waker.ts';

/** A call that waits for its turn, until an instant of the timers. */
type Waiter = Turn & { until: number };
type Place = Waiter & { settle: (ticket: number | undefined) => void };

/**
 * Lets calls through as fast as the other side takes them: at once until it says that they are too many,
 * then in turn, those of single sends first. What was throttled has certainly not been sent.
 */
export function createCallTurns(timers: Timers) {
  const pace = createPace(timers);
  const line = new TurnLine<Place>();
  let isLeaving = false;
  let lastError = '';
  const waker = new Waker(timers, () => letThrough());

  const letThrough = (): void => {
    for (let place = line.first; place; place = line.first) {
      const waitMs = pace.waitMs();
      if (waitMs > 0) {
        waker.wakeAt(timers.now() + waitMs);
        return;
      }
      line.removeFirst();
      place.settle(pace.leave());
    }
  };

  const giveUp = (which: (place: Place) => boolean): void => {
    for (const { settle } of line.remove(which)) settle(undefined);
  };

  const perSecond = (): number => pace.perSecond() ?? Number.POSITIVE_INFINITY;

  const refusal = (): SubmitResult => {
    if (isLeaving) return { outcome: 'busy', error: 'we are stopping' };
    const pauseMs = Math.ceil(pace.pauseLeftMs());
    const error = fault('throttled', { fault: lastError });
    return { outcome: 'busy', error, throttled: true, ...(pauseMs > 0 && { pauseMs }) };
  };

  return {
    /**
     * Waits for a turn. @returns its ticket; undefined where there is none in time, at once where that is
     * clear.
     * @param isAgain true for a call that had its turn in vain: it goes before its like.
     */
    take: (waiter: Waiter, isAgain: boolean): Promise<number | undefined> =>
      new Promise((resolve) => {
        const leftMs = Math.max(0, waiter.until - timers.now());
        if (isLeaving || pace.pauseLeftMs() > leftMs) return resolve(undefined);
        if (line.size === 0 && pace.waitMs() === 0) return resolve(pace.leave());
        const cancel = timers.after(leftMs, () => giveUp((each) => each === place));
        const place: Place = {
          ...waiter,
          settle: (ticket) => {
            cancel();
            resolve(ticket);
          },
        };
        if (isAgain) line.putBack(place);
        else line.add(place);
        letThrough();
      }),
    /** Notes the answer to a call. @returns true where all of it was throttled, so it may be made again. */
    note: (outcomes: SubmitResult[], ticket: number): boolean => {
      const throttled = outcomes.filter((each) => each.outcome === 'busy' && each.throttled);
      if (throttled.length === 0) {
        if (outcomes.some(({ outcome }) => outcome !== 'unknown')) pace.noteTaken();
        return false;
      }
      const pauses = throttled.map((each) => ('pauseMs' in each ? (each.pauseMs ?? 0) : 0));
      pace.noteThrottled(ticket, Math.max(...pauses));
      lastError = throttled.map((each) => ('error' in each ? each.error : ''))[0] ?? '';
      giveUp(({ until }) => until < timers.now() + pace.pauseLeftMs());
      return throttled.length === outcomes.length;
    },
    /** What to say of a message that had no turn in time. */
    refusal,
    /** Calls whose senders do not wait that are still worth queueing: those of a second. */
    room: (): number => {
      if (pace.pauseLeftMs() > 0) return 0;
      return Math.max(0, Math.ceil(perSecond()) - line.patient);
    },
    /** Milliseconds until what waits has left. */
    backlogMs: (): number => pace.pauseLeftMs() + (1000 * line.size) / perSecond(),
    /** Gives back what waits, now and from now on. */
    giveBackWaiting: (): void => {
      isLeaving = true;
      giveUp(() => true);
    },
  };
}
