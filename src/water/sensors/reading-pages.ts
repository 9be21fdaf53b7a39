import type { Database } from '../../db/database.ts';
import { readingsPage, type SensorSpan } from './queries.ts';
import type { Naming, RenderedReadings, renderers } from './reading-renderers.ts';

export type Selection = {
  deviceId: number;
  sensors: readonly SensorSpan[];
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
  renderer: keyof typeof renderers;
};

/**
 * 1,000 readings take the reader's thread some 1.5 ms, so that nobody waits long for their turn; more
 * at once are no faster, since they outgrow what its garbage collector clears cheaply.
 */
export const pageSize = 1000;

/**
 * Reads readings in the order of time, page by page and already written as text, so that memory does
 * not grow with their number. Whoever stops asking stops the reading.
 */
export async function* readPages(
  db: Database,
  { deviceId, sensors, start, end, renderer }: Selection,
): AsyncGenerator<RenderedReadings> {
  const heard = sensors.filter(({ latest_at }) => latest_at !== null && latest_at >= start);
  if (heard.length === 0) return;

  const naming = namingOf({ deviceId, sensors: heard });
  const perSensor = Math.max(1, Math.floor(pageSize / heard.length));
  const read = (after: number) => {
    const query = readingsPage(db.longRead, { deviceId, sensors: heard, after, end, perSensor });
    return db.render(query, renderer, naming) as Promise<RenderedReadings>;
  };
  let page = await read(start - 1);
  while (page.count > 0) {
    // The next page is read while this one is sent.
    const next = page.count >= perSensor && page.last !== null ? read(page.last) : undefined;
    next?.catch(() => {});
    yield page;
    if (!next) return;
    page = await next;
  }
}

/** What the rows of a selection leave out. */
export function namingOf({ deviceId, sensors }: Pick<Selection, 'deviceId' | 'sensors'>): Naming {
  return {
    deviceId,
    sensorNames: new Map(sensors.map(({ sensor_no, name }) => [sensor_no, name])),
  };
}
