import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { migrateOnly } from '../../src/cli/migrate-only.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/database.ts';
import { noReadingValues } from '../../src/db/tables/reading-fields.ts';
import { systemTimers } from '../../src/kit/time/timers.ts';
import { dayMs, hourMs } from '../../src/kit/time/units.ts';
import type { Device } from '../../src/water/guards.ts';
import { readRefills } from '../../src/water/ledger/ledger-queries.ts';
import { deviceSource } from '../../src/water/record/reading.ts';
import { createRecorder } from '../../src/water/record/recorder.ts';
import { reportUsage } from '../../src/water/reports/level-reports.ts';
import type { Account } from './judge-usage.ts';

/** A device sends about so many readings a batch; all devices send at once. */
const together = 100;

/** What a device sends of a tank in the order of arrival, and the days that are asked about. */
export type RecordedTank = {
  /** Litres. */
  capacity: number;
  readings: readonly { at: number; level: number }[];
  days: readonly { start: number; end: number }[];
};

/**
 * Use of some tanks by the ledger: each is a device whose readings the recorder stores in the order in
 * which they arrive, late ones included, and of which the usage report is asked.
 */
export async function accountsByLedger(
  tanks: readonly RecordedTank[],
  timezone = 'UTC',
): Promise<Account[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-ledger-'));
  try {
    let accounts: Account[] = [];
    await migrateOnly(readConfig({ DATA_DIR: folder }), async (db) => {
      await recordTanks(db, tanks);
      accounts = [];
      for (const [index, tank] of tanks.entries()) {
        accounts.push(await readAccount(db, index + 1, tank, timezone));
      }
    });
    return accounts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function recordTanks(db: Database, tanks: readonly RecordedTank[]): Promise<void> {
  const now = Math.max(...tanks.map(({ days }) => days.at(-1)?.end ?? 0));
  const recorder = createRecorder({
    db,
    clock: () => now,
    timers: systemTimers,
    log: pino({ level: 'warn' }),
    commandMs: dayMs,
    staleOnMs: 10 * 60_000,
    onlineMs: hourMs / 4,
    sensorsPerDevice: 100,
    listener: { isAwaited: () => false, committed: () => {} },
    observer: { committed: () => {}, answered: () => {} },
  });
  await Promise.all(
    tanks.map(async ({ readings, capacity }, index) => {
      const deviceId = index + 1;
      await db.write.insertInto('device_status').values({ device_id: deviceId }).execute();
      for (let at = 0; at < readings.length; at += together) {
        const some = readings.slice(at, at + together);
        await Promise.all(
          some.map((reading) =>
            recorder.record({
              ...noReadingValues,
              deviceId,
              sensorName: 'main',
              recordedAt: reading.at,
              level: reading.level,
              volume: (reading.level * capacity) / 100,
              distance: null,
              source: deviceSource,
              battery: null,
              signal: null,
            }),
          ),
        );
      }
    }),
  );
  await recorder.stop?.();
}

function deviceOf(id: number): Device {
  const name = `tank-${id}`;
  const keys = {
    key_salt: 'salt',
    key_no: 0,
    key_required: 0 as const,
    only_signed: 0 as const,
    former_salt: null,
    former_until: null,
  };
  const refusals = {
    refusals: 0,
    refused_at: null,
    refused_for: null,
    readings_refused: 0,
    readings_refused_since: null,
    readings_refused_at: null,
    readings_refused_for: null,
  };
  const unplaced = { placed_latitude: null, placed_longitude: null, placed_at: null };
  return {
    id,
    name,
    mac_or_serial: name,
    identity: name,
    owner_id: 1,
    created_at: 0,
    ...keys,
    ...refusals,
    ...unplaced,
  };
}

async function readAccount(
  db: Database,
  id: number,
  { days }: RecordedTank,
  timezone: string,
): Promise<Account> {
  const { signal } = new AbortController();
  const [start, end] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0];
  const usage = await reportUsage(
    { db },
    {
      device: deviceOf(id),
      range: { period: null, start, end, shownEnd: end },
      timezone,
      sensorName: undefined,
      now: end,
      frame: { device_id: String(id), period: null, start_date: '', end_date: '', timezone },
      signal,
    },
  );
  const byDate = new Map(usage.days.map((day) => [day.date, day]));
  const refills = await readRefills(db, { deviceId: id, sensorNo: 1, from: start, end, signal });
  return {
    days: days.map((day) => {
      const told = byDate.get(dateAt((day.start + day.end) / 2, timezone));
      if (!told) return { consumed: 0, refilled: 0 };
      const { consumed, refilled, consumed_low: low, consumed_high: high } = told;
      return { consumed, refilled, low, high };
    }),
    refills: refills.map(({ refill, hidden }) => ({
      begin: refill.begun_at,
      end: refill.ended_at,
      litres: refill.risen_volume + hidden.reduce((sum, { volume }) => sum + volume, 0),
    })),
  };
}

/** The date of an instant, as reports write it. */
function dateAt(at: number, timezone: string): string {
  return new Date(at).toLocaleDateString('sv-SE', { timeZone: timezone });
}
