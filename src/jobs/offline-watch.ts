import type { Database } from '../db/database.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ClockWatch } from '../kit/time/clock-watch.ts';
import { aheadOf } from '../kit/time/elapsed.ts';
import type { Timers } from '../kit/time/timers.ts';
import { insertIncidents } from '../water/alerts/queries.ts';
import { lockDevice } from '../water/devices/queries.ts';
import { toIncident } from '../water/incidents/incident-rows.ts';
import type { LivePublisher } from '../water/live-publisher.ts';
import { findSilentDevices, type Silence, type SilentDevice } from './offline-queries.ts';

type WatchDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'sinceJump'>;
  timers: Pick<Timers, 'now'>;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
  publisher: Pick<LivePublisher, 'alertsRaised' | 'wentOffline'>;
};

/** A power cut silences a whole town at once: so many alerts a transaction keep pushes going. */
const batchSize = 100;

const never = Number.MAX_SAFE_INTEGER;

/**
 * Watches for devices that fall silent, and raises one `offline` alert for each silence.
 *
 * While the server was down nobody could be heard, so the first round that judges comes `onlineMs`
 * after the start. From then on each round looks only at those who fell silent since the one before:
 * an alert that its owner deletes does not come back, and the long dead cost nothing. A process that
 * takes the watch over from another begins as after a start, but has been listening all the while.
 *
 * After a jump of the clock the watch begins as after a start, too: by a clock that is a day ahead the
 * whole fleet would be silent. Who was heard by a clock that was ahead and has not called since is judged
 * in the first round.
 * @returns the function that does one round.
 */
export function createOfflineWatch(deps: WatchDeps): (signal: AbortSignal) => Promise<void> {
  const { clock, clockWatch, timers, onlineMs } = deps;
  const startedAt = timers.now();
  let listenedMs = 0;
  let isFirst = true;
  let judgedUntil = -1;

  return async (signal) => {
    const before = listenedMs;
    listenedMs = Math.min(timers.now() - startedAt, clockWatch.sinceJump());
    isFirst ||= listenedMs < before;
    if (listenedMs < onlineMs) return;
    const now = clock();
    const seenUntil = now - onlineMs;
    const silence = isFirst
      ? { seenAfter: Math.min(judgedUntil, now - listenedMs), seenUntil, ahead: aheadOf(now) }
      : { seenAfter: judgedUntil, seenUntil, ahead: never };
    const finished = await alertSilent(deps, silence, signal);
    if (!finished) return;
    isFirst = false;
    judgedUntil = seenUntil;
  };
}

/** @returns whether it came to the end before it was to stop. */
async function alertSilent(
  deps: WatchDeps,
  silence: Silence,
  signal: AbortSignal,
): Promise<boolean> {
  let after = 0;
  while (!signal.aborted) {
    const page = { after, limit: batchSize };
    const devices = await findSilentDevices(deps.db.longRead, silence, page);
    await alertBatch(deps, silence, devices);
    after = devices.at(-1)?.id ?? after;
    if (devices.length < batchSize) return true;
  }
  return false;
}

/** Asks again once it holds them: a device may have called, or another process been faster. */
async function alertBatch(
  { db, clock, onlineMs, publisher }: WatchDeps,
  silence: Silence,
  devices: SilentDevice[],
): Promise<void> {
  const [first] = devices;
  if (!first) return;
  const now = clock();
  const gone = await db.transaction(async (db) => {
    // In the order of ids, as the recorder does it: two holders never wait for each other.
    for (const { id } of devices) await lockDevice(db, id);
    const held = new Set(devices.map(({ id }) => id));
    const page = { after: first.id - 1, limit: devices.length };
    const silent = await findSilentDevices(db, silence, page);
    const stillSilent = silent.filter(({ id }) => held.has(id));
    const rows = stillSilent.map((device) => toSilence(device, { now, onlineMs }));
    return { stillSilent, incidents: rows.length > 0 ? await insertIncidents(db, rows) : [] };
  });
  publisher.wentOffline(
    gone.stillSilent.map(({ id, last_seen_at }) => ({ deviceId: id, lastSeenAt: last_seen_at })),
  );
  publisher.alertsRaised(gone.incidents);
}

function toSilence(
  { id, name, mac_or_serial, last_seen_at }: SilentDevice,
  { now, onlineMs }: { now: number; onlineMs: number },
) {
  // By a clock that was ahead the device was seen later than now.
  const facts = {
    device: name ?? mac_or_serial,
    last_seen_at: Math.min(last_seen_at, now - onlineMs),
  };
  return toIncident(
    { kind: 'offline', facts },
    { deviceId: id, sensorName: null, severity: 'warning', now },
  );
}
