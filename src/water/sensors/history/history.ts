import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { ChosenReading } from '../../readings/device-queries.ts';
import { countByHourSince, findSensorSpans } from '../queries.ts';
import { frames, writeReadings } from './reading-file.ts';
import { readPages } from './reading-pages.ts';
import { readChosen, thinOut } from './thinned-pages.ts';

type HistorySelection = {
  deviceId: number;
  sensorName: string | undefined;
  /** Epoch milliseconds of the first instant. */
  from: number;
  /** Most readings of each sensor; undefined for all. */
  points: number | undefined;
};

export type History = {
  /** A JSON array of readings, oldest first. */
  pieces: AsyncIterable<Uint8Array>;
  /** Instant after which more follow; null where none do. */
  moreAfter: number | null;
};

/** Readings at which an answer ends, with their hour: about 5 MB. */
const longAnswer = 20_000;

/**
 * Opens the readings of a device from an instant on; they are read as they are taken. There is no end, since
 * a device's clock may run ahead of ours.
 * @param signal aborted when nobody waits for them any more.
 */
export async function openHistory(
  db: Database,
  { deviceId, sensorName, from, points }: HistorySelection,
  signal: AbortSignal,
): Promise<History> {
  const findSensors = findSensorSpans(db.read, deviceId, sensorName);
  const selection = { deviceId, start: from, renderer: frames.json.renderer, signal };
  if (points === undefined) {
    // Both at once: on a remote database the round trips take the time.
    const findHours = db.lateRead(
      (late) => countByHourSince(late, { deviceId, sensorName, from: hourOf(from) }),
      signal,
    );
    const [sensors, hours] = await Promise.all([findSensors, findHours]);
    const cut = findCut(hours);
    const pages = readPages(db, { ...selection, sensors, end: cut ?? noEnd });
    return { pieces: writeReadings(pages, frames.json), moreAfter: cut === null ? null : cut - 1 };
  }
  const thinned = { ...selection, sensors: await findSensors, end: noEnd };
  const { chosen, moreAfter } = cutChosen(await thinOut(db, thinned, points));
  return { pieces: writeReadings(readChosen(db, thinned, chosen), frames.json), moreAfter };
}

const noEnd = Number.MAX_SAFE_INTEGER;

/**
 * Finds the instant at which an answer has to end before its readings do; null where it need not. Its head
 * contains the instant, so the hourly figures decide it before the first reading is sent.
 */
function findCut(hours: readonly { hour: number; count: number }[]): number | null {
  let count = 0;
  for (const hour of hours.slice(0, -1)) {
    count += hour.count;
    if (count >= longAnswer) return hour.hour + hourMs;
  }
  return null;
}

/** Returns the first of the chosen readings, up to the end of an instant. */
function cutChosen(all: ChosenReading[]): { chosen: ChosenReading[]; moreAfter: number | null } {
  const last = all[longAnswer - 1];
  if (!last) return { chosen: all, moreAfter: null };
  const chosen = all.filter(({ recorded_at }) => recorded_at <= last.recorded_at);
  return { chosen, moreAfter: chosen.length < all.length ? last.recorded_at : null };
}
