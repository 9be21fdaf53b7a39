import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { aheadOf } from '../../kit/time/elapsed.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { endOutages } from './end-outages.ts';
import { noteReturns } from './note-returns.ts';
import { noteSilences, type SilenceMoment } from './note-silences.ts';
import {
  type FallenSilent,
  findFallenSilent,
  findReturned,
  type SeenKey,
  type Span,
} from './silence-queries.ts';

type WatchDeps = PublishDeps<'alertsChanged' | 'wentOffline'> & {
  clockWatch: Pick<ClockWatch, 'sinceJump'>;
  timers: Pick<Timers, 'now'>;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
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
  const { seenUntil, ahead } = moment.silence;
  await noteAllReturns(deps, moment.now, signal);
  await noteAllSilences(deps, { after: nobody, until: seenUntil }, moment, signal);
  if (ahead < never) {
    await noteAllSilences(deps, { after: ahead, until: never }, moment, signal);
  }
  if (signal.aborted) return false;
  await endOutages(deps, moment);
  return true;
}

async function noteAllReturns(deps: WatchDeps, now: number, signal: AbortSignal): Promise<void> {
  let after = 0;
  let returned: number[];
  do {
    returned = await findReturned(deps.db.longRead, { after, limit: pageSize });
    await noteReturns(deps, returned, now);
    after = returned.at(-1) ?? after;
  } while (returned.length === pageSize && !signal.aborted);
}

async function noteAllSilences(
  deps: WatchDeps,
  span: Span,
  moment: SilenceMoment,
  signal: AbortSignal,
): Promise<void> {
  let after: SeenKey = { seenAbout: nobody, deviceId: 0 };
  let silent: FallenSilent[];
  do {
    silent = await findFallenSilent(deps.db.longRead, span, { after, limit: pageSize });
    await noteSilences(deps, silent, moment);
    const last = silent.at(-1);
    if (last) after = { seenAbout: last.seen_about, deviceId: last.device_id };
  } while (silent.length === pageSize && !signal.aborted);
}
