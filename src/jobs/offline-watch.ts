import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';
import { aheadOf } from '../kit/time/elapsed.ts';
import type { Timers } from '../kit/time/timers.ts';
import { minuteMs } from '../kit/time/units.ts';
import type { LivePublisher } from '../water/live-publisher.ts';
import { endOutages } from './silence/end-outages.ts';
import { findTurned } from './silence/silence-queries.ts';
import { tellReturns } from './silence/tell-returns.ts';
import { type SilenceMoment, tellSilences } from './silence/tell-silences.ts';

type WatchDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'sinceJump'>;
  timers: Pick<Timers, 'now'>;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
  publisher: Pick<LivePublisher, 'alertsRaised' | 'wentOffline'>;
};

const pageSize = 500;

const never = Number.MAX_SAFE_INTEGER;
/** Nobody was last seen as long ago. */
const nobody = -1;

/** Devices that stop within so much of `onlineMs`, which is about two of their intervals, stop together. */
const shareTogether = 2 / 3;

/** Rounds that come later than this after the one before have missed what happened meanwhile. */
const longestGapMs = 3 * minuteMs;

/**
 * Watches for devices that fall silent, raises an `offline` or `outage` for each silence, and resolves it
 * when they are seen again.
 *
 * While the server was down nobody could be seen, so the first round that judges comes `onlineMs` after
 * the start; while its storage was away nothing was written, so it is the same after rounds that failed. A
 * process that takes the watch over from another has been listening all the while. What is known to be
 * silent stands in `silent_since`: an alert that its owner deletes does not come back.
 *
 * After a jump of the clock the watch begins as after a start, too: by a clock that is a day ahead the
 * whole fleet would be silent. Who was seen by a clock that was ahead and has not called since is judged
 * in the first round.
 * @returns the function that does one round.
 */
export function createOfflineWatch(deps: WatchDeps): (signal: AbortSignal) => Promise<void> {
  const { clock, clockWatch, timers, onlineMs } = deps;
  let listeningFrom = timers.now();
  let lastRoundAt: number | undefined;
  let listenedMs = 0;
  let isFirst = true;

  return async (signal) => {
    const isLate = lastRoundAt !== undefined && timers.now() - lastRoundAt > longestGapMs;
    if (isLate) listeningFrom = timers.now();
    const before = listenedMs;
    listenedMs = Math.min(timers.now() - listeningFrom, clockWatch.sinceJump());
    isFirst ||= listenedMs < before;
    const isListening = listenedMs >= onlineMs;
    const now = clock();
    const moment = {
      silence: {
        seenUntil: isListening ? now - onlineMs : nobody,
        ahead: isListening && isFirst ? aheadOf(now) : never,
      },
      now,
      togetherMs: Math.round(onlineMs * shareTogether),
    };
    const finished = await doRound(deps, moment, signal);
    lastRoundAt = timers.now();
    if (finished && isListening) isFirst = false;
  };
}

/** @returns whether it came to the end before it was to stop. */
async function doRound(
  deps: WatchDeps,
  moment: SilenceMoment,
  signal: AbortSignal,
): Promise<boolean> {
  let after = 0;
  while (!signal.aborted) {
    const page = { after, limit: pageSize };
    const turned = await findTurned(deps.db.longRead, moment.silence, page);
    const isSilent = ({ silent_since }: (typeof turned)[number]) => silent_since === null;
    const back = turned.filter((device) => !isSilent(device));
    await tellReturns(
      deps,
      back.map(({ device_id }) => device_id),
      moment.now,
    );
    await tellSilences(deps, turned.filter(isSilent), moment);
    after = turned.at(-1)?.device_id ?? after;
    if (turned.length < pageSize) {
      await endOutages(deps, moment);
      return true;
    }
  }
  return false;
}
