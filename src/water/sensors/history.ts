import type { Database } from '../../db/database.ts';
import { hourMs, hourOf } from '../record/rollup.ts';
import { type ChosenReading, countByHour, findSensorSpans, type SensorSpan } from './queries.ts';
import { frames, writeReadings } from './reading-file.ts';
import { readPages, type Selection } from './reading-pages.ts';
import { readChosen, thinOut } from './thinned-pages.ts';

type HistorySelection = {
  deviceId: number;
  sensorName: string | undefined;
  /** Epoch milliseconds of the first instant. */
  from: number;
  /** Most readings of each sensor; all of them where none is given. */
  points: number | undefined;
};

export type History = {
  /** A JSON array of readings, oldest first. */
  pieces: AsyncIterable<Uint8Array>;
  /** The instant after which more follow; null where none do. */
  moreAfter: number | null;
};

/** An answer ends with the hour in which it comes to so many readings: about 5 MB. */
const longAnswer = 20_000;

/**
 * The readings of a device from an instant on, read while they are taken. There is no end, since the
 * clock of a device may run ahead of ours.
 * @param signal aborted where nobody waits for them any more.
 */
export async function openHistory(
  db: Database,
  { deviceId, sensorName, from, points }: HistorySelection,
  signal: AbortSignal,
): Promise<History> {
  const sensors = await findSensorSpans(db.read, deviceId, sensorName);
  const { renderer } = frames.json;
  const end = Number.MAX_SAFE_INTEGER;
  const selection: Selection = { deviceId, sensors, start: from, end, renderer, signal };
  if (points === undefined) {
    const cut = await findCut(db, selection);
    const pages = readPages(db, { ...selection, end: cut ?? end });
    return { pieces: writeReadings(pages, frames.json), moreAfter: cut === null ? null : cut - 1 };
  }
  const { chosen, moreAfter } = cutChosen(await thinOut(db, selection, points));
  const pages = readChosen(db, selection, chosen);
  return { pieces: writeReadings(pages, frames.json), moreAfter };
}

/**
 * Where an answer has to end before its readings do; null where it need not. It has to be known before
 * the first reading is sent, and the hourly figures know how many there are without reading them.
 */
async function findCut(
  db: Database,
  { deviceId, sensors, start, signal }: Selection,
): Promise<number | null> {
  const sensorNos = sensors.filter(isHeardSince(start)).map(({ sensor_no }) => sensor_no);
  if (sensorNos.length === 0) return null;
  const selected = { deviceId, sensorNos, from: hourOf(start) };
  const hours = await db.lateRead((late) => countByHour(late, selected), signal);
  let count = 0;
  for (const hour of hours.slice(0, -1)) {
    count += hour.count;
    if (count >= longAnswer) return hour.hour + hourMs;
  }
  return null;
}

const isHeardSince =
  (start: number) =>
  ({ latest_at }: SensorSpan): boolean =>
    latest_at !== null && latest_at >= start;

/** The first of the chosen readings, up to the end of an instant. */
function cutChosen(all: ChosenReading[]): { chosen: ChosenReading[]; moreAfter: number | null } {
  const last = all[longAnswer - 1];
  if (!last) return { chosen: all, moreAfter: null };
  const chosen = all.filter(({ recorded_at }) => recorded_at <= last.recorded_at);
  return { chosen, moreAfter: chosen.length < all.length ? last.recorded_at : null };
}
