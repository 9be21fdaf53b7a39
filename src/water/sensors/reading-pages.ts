import type { Database, RenderOptions } from '../../db/database.ts';
import { readingsPage, type SensorSpan } from './queries.ts';
import {
  type ListedReading,
  lastOf,
  type Naming,
  type RenderedReadings,
  type renderers,
} from './reading-renderers.ts';

export type Selection = {
  deviceId: number;
  sensors: readonly SensorSpan[];
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
  renderer: keyof typeof renderers;
  /** Aborted where nobody waits for them any more; what is read then fails. */
  signal: AbortSignal;
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
  { deviceId, sensors, start, end, renderer, signal }: Selection,
): AsyncGenerator<RenderedReadings> {
  const heard = sensors.filter(({ latest_at }) => latest_at !== null && latest_at >= start);
  if (heard.length === 0) return;

  const naming = namingOf({ deviceId, sensors: heard });
  const perSensor = Math.max(1, Math.floor(pageSize / heard.length));
  const read = (after: number): PageAhead => {
    const query = readingsPage(db.longRead, { deviceId, sensors: heard, after, end, perSensor });
    const arrived: RenderOptions['arrived'] = (rows) => {
      if (ahead.isAwaited) readBehind(ahead, rows.length, lastOf(rows as ListedReading[]));
    };
    const page = db.render(query, renderer, naming, { arrived, signal });
    const ahead: PageAhead = { isAwaited: false, page: page as Promise<RenderedReadings> };
    // Nobody may come to wait for it.
    ahead.page.catch(() => {});
    return ahead;
  };
  const readBehind = (ahead: PageAhead, count: number, last: number | null): void => {
    if (count >= perSensor && last !== null) ahead.next ??= read(last);
  };

  for (let ahead: PageAhead | undefined = read(start - 1); ahead; ahead = ahead.next) {
    ahead.isAwaited = true;
    const page = await ahead.page;
    if (page.count === 0) return;
    readBehind(ahead, page.count, page.last);
    yield page;
  }
}

/** A page that is being read, and the one behind it: read while this one is rendered, or sent. */
type PageAhead = { page: Promise<RenderedReadings>; isAwaited: boolean; next?: PageAhead };

/** What the rows of a selection leave out. */
export function namingOf({ deviceId, sensors }: Pick<Selection, 'deviceId' | 'sensors'>): Naming {
  return {
    deviceId,
    sensorNames: new Map(sensors.map(({ sensor_no, name }) => [sensor_no, name])),
  };
}
