import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import pino from 'pino';
import type { Database } from '../../../src/db/database.ts';
import { roundTo } from '../../../src/kit/round.ts';
import { hourOf } from '../../../src/kit/time/hour.ts';
import { dayMs, minuteMs } from '../../../src/kit/time/units.ts';
import { findFixes } from '../../../src/water/devices/find-fixes.ts';
import { findQuarterHours } from '../../../src/water/insights/leaks/queries.ts';
import { findNewestReadings } from '../../../src/water/insights/quality/queries.ts';
import { findPumpedRefills } from '../../../src/water/insights/refills/queries.ts';
import { readReadings } from '../../../src/water/readings/read-readings.ts';
import { readPlainUse } from '../../../src/water/reports/usage/first-readings.ts';
import { packOldReadings } from '../../../src/water/retention/pack-readings.ts';
import { readPages } from '../../../src/water/sensors/history/reading-pages.ts';
import { readThinnedPages } from '../../../src/water/sensors/history/thinned-pages.ts';
import { findSensorSpans } from '../../../src/water/sensors/queries.ts';
import { summarise } from '../../../src/water/sensors/summary.ts';
import { assertDerivedRowsFit } from '../database/check-stored.ts';
import { newReading } from '../database/new-reading.ts';
import { newRecorder } from '../database/new-recorder.ts';
import { readStoredOf } from '../database/stored-readings.ts';
import { openTestDatabase } from '../database/test-database.ts';
import type { Engine } from '../server/test-server.ts';
import { createTestTimers } from '../server/test-timers.ts';

/** Minute 0 and day 0 of the desk. */
export const start = Date.parse('2026-11-01T00:00:00Z');

/** Signal that never ends anything. */
export const { signal: unstopped } = new AbortController();
/** Log that nobody reads. */
export const log = pino({ level: 'silent' });

/** A reading `minute` minutes after `start`. */
export type Sent = {
  minute: number;
  level: number;
  sensorName?: string;
  volume?: number | null;
  pump?: number | null;
  latitude?: number | null;
};

/** Database whose old readings are packed, beside one where all stay rows. */
export type PackedDesk = {
  db: Database;
  reference: Database;
  /** Adds a device to both. @returns its id. */
  addDevice: () => Promise<number>;
  /** Records readings of a device. @returns what became of each. */
  record: (into: Database, device: number, sent: readonly Sent[]) => Promise<Recorded[]>;
  /** Packs what is old that many days after `start`. */
  pack: (day: number, signal?: AbortSignal) => Promise<void>;
  packedOf: (device: number) => Promise<Stretch[]>;
  rowsOf: (device: number) => Promise<object[]>;
  /** Fails where a device's readings, or answers about them, differ between the two. */
  assertSame: (device: number) => Promise<void>;
};
type Recorded = { isRepeated: boolean; isOther: boolean; level: number; recorded_at: number };
type Stretch = { sensor_no: number; start_at: number; last_at: number; count: number };

/** Desk for the tests of a suite, whose hooks it sets. */
export function usePackedDesk(engine: Engine): PackedDesk {
  const desk = {} as PackedDesk;
  const closes: (() => Promise<void>)[] = [];
  let devices = 0;
  before(async () => {
    const opened = [await openTestDatabase(engine), await openTestDatabase(engine)] as const;
    [desk.db, desk.reference] = [opened[0].db, opened[1].db];
    closes.push(...opened.map(({ close }) => close));
  });
  after(async () => {
    for (const close of closes) await close();
  });

  const addDevice = async (): Promise<number> => {
    const device_id = ++devices;
    for (const each of [desk.db, desk.reference]) {
      await each.write.insertInto('device_status').values({ device_id }).execute();
    }
    return device_id;
  };
  const record = async (into: Database, device: number, sent: readonly Sent[]) => {
    const recorder = newRecorder(into, start + 40 * dayMs);
    const results = await recorder.recordAll(
      sent.map(({ minute, ...reading }) =>
        newReading(device, { recordedAt: start + minute * minuteMs, ...reading }),
      ),
    );
    return results.map((result) => {
      if (result instanceof Error) throw result;
      const { isRepeated = false, isOther = false, level, recorded_at } = result;
      return { isRepeated, isOther, level, recorded_at };
    });
  };
  const pack = async (day: number, signal = unstopped) => {
    const timers = createTestTimers();
    const packing = packOldReadings(
      { db: desk.db, clock: () => start + day * dayMs, timers, log },
      signal,
    );
    await packing;
  };
  const packedOf = async (device: number) =>
    await desk.db.read
      .selectFrom('packed_readings')
      .select(['sensor_no', 'start_at', 'last_at', 'count'])
      .where('device_id', '=', device)
      .orderBy('sensor_no')
      .orderBy('start_at')
      .execute();
  const rowsOf = async (device: number) =>
    await desk.db.read.selectFrom('readings').selectAll().where('device_id', '=', device).execute();

  const assertSame = async (device: number) => {
    const stored = await readStoredOf(desk.db, device);
    const expected = await readStoredOf(desk.reference, device);
    assert.deepEqual({ ...stored, statuses: [] }, { ...expected, statuses: [] });
    assertDerivedRowsFit(stored);
    assert.deepEqual(await answersOf(desk.db, device), await answersOf(desk.reference, device));
    const { packed_until } = await desk.db.read
      .selectFrom('sensors')
      .select(({ fn }) => fn.max('packed_until').as('packed_until'))
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    for (const { last_at } of await packedOf(device)) assert.ok(last_at < packed_until);
  };
  return Object.assign(desk, { addDevice, record, pack, packedOf, rowsOf, assertSame });
}

/** All that people are answered about the readings of a device. */
async function answersOf(of: Database, deviceId: number) {
  const sensors = await findSensorSpans(of.read, deviceId, undefined);
  const text = async (pages: AsyncIterable<{ text: Uint8Array }>) => {
    let all = '';
    for await (const { text } of pages) all += Buffer.from(text);
    return all.replaceAll('}{', '},{');
  };
  const span = { deviceId, start: start + 90 * minuteMs, end: start + 30 * dayMs };
  const json = { ...span, renderer: 'readingsAsJson', signal: unstopped } as const;
  const newest: unknown[] = [];
  const asked = { deviceId, sensorNo: 1, from: span.start, end: span.end, isNewestFirst: true };
  for await (const page of readReadings(of, { ...asked, pageSize: 7 }, ['recorded_at', 'level'])) {
    newest.push(...page);
  }
  const of1 = { deviceId, sensorNo: 1, from: span.start, end: span.end, signal: unstopped };
  const quarters = await findQuarterHours(of, of1);
  const spans = [0, 3, 9, 14].map((day) => ({
    begun_at: start + day * dayMs,
    ended_at: start + (day + 1) * dayMs,
  }));
  const days = spans.map(({ begun_at, ended_at }, day) => {
    return { date: `${day}`, start: begun_at, end: ended_at };
  });
  const firstHour = hourOf((await findStart(of, deviceId)) ?? 0);
  return {
    quarters: [...quarters].map(([begin, { count, at, level }]) => {
      return [begin, count, Math.round(at), roundTo(level, 6)];
    }),
    quality: await findNewestReadings(of, { ...of1, limit: 20 }),
    pumped: await findPumpedRefills(of, {
      deviceId,
      sensorNo: 1,
      signal: unstopped,
      refills: spans as never,
    }),
    plain: await readPlainUse(of, { ...of1, firstHour }, days),
    fixes: await findFixes(of, { deviceId, locatedAt: span.end, limit: 10 }, unstopped),
    all: await text(readPages(of, { ...json, sensors })),
    each: await Promise.all(
      sensors.map((sensor) => text(readPages(of, { ...json, sensors: [sensor] }))),
    ),
    thinned: await text(readThinnedPages(of, { ...json, sensors }, 12)),
    summary: await summarise(of, { deviceId, from: span.start }, unstopped),
    newest,
  };
}

async function findStart(of: Database, deviceId: number) {
  const [first] = (await readStoredOf(of, deviceId)).readings;
  return first?.recorded_at;
}
