import { pagesOf } from '../../kit/async/rows-of-pages.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { aheadOf } from '../../kit/time/elapsed.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { toldUnknown } from '../presence.ts';
import { endOutages } from './end-outages.ts';
import { noteReturns } from './note-offline.ts';
import { noteSilences, type SilenceMoment } from './note-silences.ts';
import {
  type FallenSilent,
  findFallenSilent,
  findReturned,
  findSeenAhead,
  type Page,
  type SilentKey,
} from './silence-queries.ts';
import { noteUnheardPumps } from './unheard-pumps.ts';

type LoopDeps = PublishDeps<'alertsChanged' | 'wentOffline'> & {
  clockWatch: Pick<ClockWatch, 'sinceJump'>;
  timers: Pick<Timers, 'now'>;
  /** Shortest silence after which a device is offline, in milliseconds. */
  onlineMs: number;
};

const pageSize = 500;

const never = Number.MAX_SAFE_INTEGER;
/** Instant before which no device was ever seen, nor silent. */
const nobody = -1;

/** Share of `onlineMs`, about two intervals of a device, within which devices fall silent together. */
const shareTogether = 2 / 3;

/** Rounds that begin later than this after the one before have missed pushes in between. */
const longestGapMs = 3 * minuteMs;

/** Each device is listened to for one of its usual intervals, of which its silence has three, before it is judged. */
const intervalsInSilence = 3;

/**
 * Creates the loop that raises an `offline` or `outage` incident for devices that fall silent, and resolves
 * it when they are seen again.
 *
 * No device could be seen while the server was down, so the first round that judges comes `onlineMs` after
 * the start, and devices that call seldom are judged later still; nothing was written while its storage was away, so the same holds after rounds that failed. A
 * process that takes the loop over from another has been receiving pushes all the while. Known silences are
 * stored in `silent_since`: an alert that its owner deletes does not come back.
 *
 * A jump of the clock counts as a start, too: by a clock that is a day ahead, the whole fleet would be
 * silent. Devices that were seen by a clock that was ahead and have not called since are judged in the first
 * round.
 * @returns the function that does one round.
 */
export function createOfflineLoop(deps: LoopDeps): (signal: AbortSignal) => Promise<void> {
  const { clock, clockWatch, timers, onlineMs } = deps;
  let listeningFrom = timers.now();
  let lastRoundAt: number | undefined;
  let listenedMs = 0;
  let isFirst = true;

  return async (signal) => {
    const isLate = lastRoundAt !== undefined && timers.now() - lastRoundAt > longestGapMs;
    if (isLate) listeningFrom = timers.now();
    const before = listenedMs;
    // Whole, since a column of whole milliseconds is compared with it.
    listenedMs = Math.floor(Math.min(timers.now() - listeningFrom, clockWatch.sinceJump()));
    isFirst ||= listenedMs < before;
    const isListening = listenedMs >= onlineMs;
    const now = clock();
    const moment = {
      silence: {
        at: isListening ? now : nobody,
        unknownMs: toldUnknown(onlineMs),
        longestMs: Math.min(never, listenedMs * intervalsInSilence),
        ahead: isListening && isFirst ? aheadOf(now) : never,
        seenBy: nobody,
      },
      now,
      togetherMs: Math.round(onlineMs * shareTogether),
    };
    const finished = await doRound(deps, moment, signal);
    lastRoundAt = timers.now();
    if (finished && isListening) isFirst = false;
  };
}

/** @returns true if it was not aborted. */
async function doRound(
  deps: LoopDeps,
  moment: SilenceMoment,
  signal: AbortSignal,
): Promise<boolean> {
  const { silence } = moment;
  await noteAllReturns(deps, moment.now, signal);
  const { longRead } = deps.db;
  const find = (page: Page<SilentKey>) => findFallenSilent(longRead, silence, page);
  await noteAllSilences(deps, find, moment, signal);
  if (silence.ahead < never) {
    const findAhead = (page: Page<SilentKey>) => findSeenAhead(longRead, silence.ahead, page);
    await noteAllSilences(deps, findAhead, moment, signal);
  }
  if (signal.aborted) return false;
  await noteUnheardPumps(deps, moment, signal);
  await endOutages(deps, moment);
  return true;
}

async function noteAllReturns(deps: LoopDeps, now: number, signal: AbortSignal): Promise<void> {
  const pages = pagesOf<number>(
    pageSize,
    ({ after = 0, limit }) => findReturned(deps.db.longRead, { after, limit }),
    signal,
  );
  for await (const returned of pages) await noteReturns(deps, returned, now);
}

async function noteAllSilences(
  deps: LoopDeps,
  find: (page: Page<SilentKey>) => Promise<FallenSilent[]>,
  moment: SilenceMoment,
  signal: AbortSignal,
): Promise<void> {
  const pages = pagesOf<FallenSilent>(
    pageSize,
    ({ after, limit }) => find({ after: keyOf(after), limit }),
    signal,
  );
  for await (const silent of pages) await noteSilences(deps, silent, moment);
}

function keyOf(device: FallenSilent | undefined): SilentKey {
  return { silentAbout: device?.silent_about ?? nobody, deviceId: device?.device_id ?? 0 };
}
