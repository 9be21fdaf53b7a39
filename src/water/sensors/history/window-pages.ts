import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { findFirstInstant, renderSensors } from '../../readings/device-queries.ts';
import type { Listed } from '../../readings/listed-readings.ts';
import { countByHour, listedColumns, type SensorSpan } from '../queries.ts';
import type { RenderedReadings } from './reading-renderers.ts';
import { namingOf, pageSize, type Selection } from './reading-selection.ts';
import { divideByCounts, type Window } from './reading-windows.ts';

/** Hourly figures read at once: summing these takes the reader's thread a few milliseconds. */
const rollupsAtOnce = 20_000;
/**
 * Readings of each sensor that a window has at least. Where they are packed, a window unpacks some thousand of
 * each, however few it wants.
 */
const leastOfSensor = 50;
/** Most readings of a window for that. */
const mostOfWindow = 5000;
/** Least hours at once, a week, so that thousands of sensors are not queried for each hour. */
const leastHours = 7 * 24;

/** Window, and the sensors that may have readings in it. */
type PageWindow = { window: Window; sensors: readonly SensorSpan[] };

/**
 * Reads the readings of several sensors in the order of time, one window after the other. The hourly figures
 * predict the readings of a window, so that a page is neither large, nor queries many sensors for few
 * readings: the cost of all pages grows with their readings.
 */
export async function* readWindows(
  db: Database,
  { deviceId, sensors, start, end, renderer, signal }: Selection,
): AsyncGenerator<RenderedReadings> {
  const read = async ({ window, sensors }: PageWindow): Promise<RenderedReadings & Listed> => {
    const span = { ...rangeOf(deviceId, sensors), ...window };
    const argument = namingOf({ deviceId, sensors });
    return await renderSensors(db, listedColumns, span, { renderer, argument, signal });
  };
  let ahead: Promise<RenderedReadings & Listed> | undefined;
  for await (const window of findWindows(db, { deviceId, sensors, start, end, signal })) {
    const behind = read(window);
    // Avoids an unhandled rejection if nobody awaits the page.
    behind.catch(() => {});
    if (ahead) yield* unlessEmpty(await ahead);
    ahead = behind;
  }
  if (ahead) yield* unlessEmpty(await ahead);
}

function* unlessEmpty(page: RenderedReadings & Listed): Generator<RenderedReadings> {
  if (page.count > 0) yield page;
}

async function* findWindows(
  db: Database,
  { deviceId, sensors, start, end, signal }: Omit<Selection, 'renderer'>,
): AsyncGenerator<PageWindow> {
  const until = Math.min(end, latestOf(sensors) + 1);
  const whole = { ...rangeOf(deviceId, sensors), start, end: until };
  const first = await db.lateRead((late) => findFirstInstant(late, whole), signal);
  let seen = sensors;
  for (let from = first ?? until; from < until; ) {
    seen = seenSince(seen, from);
    const hours = Math.max(leastHours, Math.floor(rollupsAtOnce / seen.length));
    const stretch = { start: from, end: Math.min(until, hourOf(from) + hours * hourMs) };
    const counted = { ...rangeOf(deviceId, seen), ...stretch, start: hourOf(from) };
    const counts = await db.lateRead((late) => countByHour(late, counted), signal);
    const most = Math.max(pageSize, Math.min(mostOfWindow, leastOfSensor * seen.length));
    for (const window of divideByCounts(stretch, counts, most)) {
      seen = seenSince(seen, window.start);
      yield { window, sensors: seen };
    }
    from = stretch.end;
  }
}

function rangeOf(deviceId: number, sensors: readonly SensorSpan[]) {
  return { deviceId, lastSensorNo: sensors.at(-1)?.sensor_no ?? 0 };
}

/** Returns the sensors with readings since an instant; none is stored after a sensor's latest reading. */
function seenSince(sensors: readonly SensorSpan[], instant: number): readonly SensorSpan[] {
  return sensors.filter(({ latest_at }) => latest_at !== null && latest_at >= instant);
}

function latestOf(sensors: readonly SensorSpan[]): number {
  return sensors.reduce((latest, { latest_at }) => Math.max(latest, latest_at ?? 0), 0);
}
