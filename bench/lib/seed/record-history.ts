import pino from 'pino';
import { migrateOnly } from '../../../src/cli/migrate-only.ts';
import { readConfig } from '../../../src/config.ts';
import type { Database } from '../../../src/db/database.ts';
import { missingParts } from '../../../src/db/postgres/parts/missing-parts.ts';
import { makePart } from '../../../src/db/postgres/parts/reading-parts.ts';
import { noReadingValues } from '../../../src/db/tables/reading-fields.ts';
import type { Clock } from '../../../src/kit/time/clock.ts';
import { systemTimers } from '../../../src/kit/time/timers.ts';
import { dayMs, minuteMs } from '../../../src/kit/time/units.ts';
import { deviceSource, type NewReading } from '../../../src/water/record/reading.ts';
import { createRecorder } from '../../../src/water/record/recorder.ts';
import { packOldReadings } from '../../../src/water/retention/pack-readings.ts';

/** A fleet that reads once a minute. */
export type Boards = {
  devices: number;
  /** Readings of each. */
  minutes: number;
  /** Set if they push centimetres and positions, besides level and pump. */
  isLocated: boolean;
};

/**
 * A fleet's pushes are spread over the minute, and so over many small batches. On PostgreSQL that
 * counts: a batch that rewrites all rollups of a page finds no room on it.
 */
const together = 30;
const until = Date.UTC(2026, 10, 21);

/**
 * Has the recorder store a fleet's history: all devices of a minute, then those of the next.
 * @param stored is awaited after each minute, with how many of them are stored.
 */
export async function recordHistory(
  env: Record<string, string>,
  boards: Boards,
  stored: (minutes: number) => Promise<void> = async () => {},
): Promise<void> {
  await migrateOnly(readConfig(env), async (db) => {
    const ids = Array.from({ length: boards.devices }, (_, index) => index + 1);
    await prepare(db, ids, until - boards.minutes * minuteMs);
    let now = 0;
    const recorder = openRecorder(db, () => now);
    for (let minute = boards.minutes; minute > 0; minute--) {
      now = until - minute * minuteMs;
      const readings = ids.map((id) => readingOf(id, minute, boards));
      for (let at = 0; at < readings.length; at += together) {
        const batch = readings.slice(at, at + together);
        await Promise.all(batch.map((reading) => recorder.record(reading)));
      }
      await stored(boards.minutes - minute + 1);
    }
    await recorder.stop?.();
  });
}

/** Packs all of such a history. */
export async function packHistory(env: Record<string, string>): Promise<void> {
  await migrateOnly(readConfig(env), async (db) => {
    const log = pino({ level: 'warn' });
    const deps = { db, clock: () => until + 30 * dayMs, timers: systemTimers, log };
    await packOldReadings(deps, new AbortController().signal);
  });
}

/** A recorder to which nobody listens. */
export function openRecorder(db: Database, clock: Clock): ReturnType<typeof createRecorder> {
  return createRecorder({
    db,
    clock,
    timers: systemTimers,
    log: pino({ level: 'warn' }),
    commandMs: dayMs,
    staleOnMs: 10 * 60_000,
    onlineMs: 15 * minuteMs,
    sensorsPerDevice: 100,
    listener: { isAwaited: () => false, committed: () => {} },
    observer: { committed: () => {}, answered: () => {} },
  });
}

async function prepare(db: Database, ids: number[], from: number): Promise<void> {
  for (const device_id of ids) {
    await db.write.insertInto('device_status').values({ device_id }).execute();
  }
  if (db.engine === 'sqlite') return;
  for (const part of missingParts([], { from, now: until, until, span: 'month' }))
    await makePart(db, part);
}

/** A slow wave, as a tank that is filled and emptied, with tenths of a percent and of a litre. */
export function readingOf(
  deviceId: number,
  minute: number,
  { isLocated }: Pick<Boards, 'isLocated'>,
): NewReading {
  const level = Math.round(500 + 400 * Math.sin((minute + deviceId * 17) / 229)) / 10;
  return {
    ...noReadingValues,
    deviceId,
    sensorName: 'main',
    recordedAt: null,
    level,
    level_cm: isLocated ? 123.4 : null,
    volume: Math.round(level * 505) / 10,
    pump: 0,
    latitude: isLocated ? -1.286389 : null,
    longitude: isLocated ? 36.817223 : null,
    source: deviceSource,
    distance: null,
    battery: null,
    signal: null,
  };
}
