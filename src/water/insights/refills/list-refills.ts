import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import {
  type EstimatedRefill,
  estimateOpenRefill,
  findNewestTracker,
  readRefills,
} from '../../ledger/ledger-queries.ts';
import { toRefill } from '../../ledger/refill-rise.ts';
import { toRefillRow } from '../../ledger/refill-row.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';
import type { Report } from '../../reports/report.ts';
import { findSensorSpans } from '../../sensors/queries.ts';
import { findNewestRefills } from './queries.ts';

export type NamedSensor = { deviceId: number; sensorNo: number; name: string };

/** Refill of a sensor with its hidden use; `isOpen` while it runs. */
export type ListedRefill = EstimatedRefill & { isOpen: boolean };

export type Cursor = { begunAt: number; sensorNo: number };

export type RefillPage = {
  /** Newest first. */
  refills: { sensor: NamedSensor; listed: ListedRefill }[];
  sensors: NamedSensor[];
  /** Last refill of the page, if more follow. */
  next: Cursor | undefined;
};

export async function listRefills(
  db: Database,
  report: Report,
  { limit, before }: { limit: number; before: Cursor | undefined },
): Promise<RefillPage> {
  const spans = await findSensorSpans(db.read, report.device.id, report.sensorName);
  const sensors = spans.map(({ sensor_no, name }) => ({
    deviceId: report.device.id,
    sensorNo: sensor_no,
    name,
  }));
  const found: RefillPage['refills'] = [];
  for (const sensor of sensors) {
    const newest = await readNewest(db, report, { sensor, before, limit: limit + 1 });
    found.push(...newest.map((listed) => ({ sensor, listed })));
  }
  found.sort((a, b) => compare(cursorOf(b.listed), cursorOf(a.listed)));
  const refills = found.slice(0, limit);
  const last = found.length > limit ? refills.at(-1) : undefined;
  return { refills, sensors, next: last && cursorOf(last.listed) };
}

type Asked = { sensor: NamedSensor; before: Cursor | undefined; limit: number };

async function readNewest(
  db: Database,
  { range, signal }: Report,
  { sensor, before, limit }: Asked,
): Promise<ListedRefill[]> {
  const isOnPage = (refill: EstimatedRefill['refill']) =>
    refill.ended_at >= range.start &&
    refill.begun_at < range.end &&
    (!before || compare(cursorOf({ refill }), before) < 0);
  const end = Math.min(range.end, before ? before.begunAt + 1 : range.end);
  const asked = { ...sensor, from: range.start, end };
  const rows = (
    await db.lateRead((late) => findNewestRefills(late, { ...asked, limit: limit + 1 }), signal)
  ).filter(isOnPage);
  // That of one sensor may have begun before what was running in another was on an earlier page.
  const open = await readOpenRefill(db, { ...sensor, signal });
  const oldest = rows.at(-1);
  const closed = oldest ? await readRefills(db, { ...sensor, from: oldest.hour, end, signal }) : [];
  const known = new Set(rows.map(({ begun_at }) => begun_at));
  const listed = closed
    .filter(({ refill }) => known.has(refill.begun_at))
    .map((each) => ({ ...each, isOpen: false }));
  if (open && isOnPage(open.refill)) listed.push({ ...open, isOpen: true });
  return listed;
}

function cursorOf({ refill }: Pick<EstimatedRefill, 'refill'>): Cursor {
  return { begunAt: refill.begun_at, sensorNo: refill.sensor_no };
}

function compare(a: Cursor, b: Cursor): number {
  return a.begunAt - b.begunAt || a.sensorNo - b.sensorNo;
}

/**
 * Reads the refill that is running, with its hidden use so far; it is in no table until it has ended. It runs
 * until a reading ends it, however long none has come.
 */
export async function readOpenRefill(
  db: Database,
  { deviceId, sensorNo, signal }: Omit<NamedSensor, 'name'> & { signal: AbortSignal },
): Promise<EstimatedRefill | undefined> {
  const text = await findNewestTracker(db, { deviceId, sensorNo, signal });
  const rise = text ? unpackTracker(text).rise : undefined;
  if (!rise?.isFilling) return undefined;
  const refill = toRefill(rise, rise.hidden);
  const key = { device_id: deviceId, sensor_no: sensorNo, hour: hourOf(refill.endedAt) };
  return await estimateOpenRefill(db, toRefillRow(key, refill), signal);
}
