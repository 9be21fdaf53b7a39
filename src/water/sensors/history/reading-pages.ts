import type { Database, RenderOptions } from '../../../db/database.ts';
import { readingsPage } from '../queries.ts';
import { type ListedReading, lastOf, type RenderedReadings } from './reading-renderers.ts';
import { namingOf, pageSize, type Selection } from './reading-selection.ts';
import { readWindows } from './window-pages.ts';

/**
 * Reads readings in the order of time, page by page and already written as text, so that memory does not grow
 * with their number. Reading stops when the caller stops asking.
 */
export async function* readPages(
  db: Database,
  { deviceId, sensors, start, end, renderer, signal }: Selection,
): AsyncGenerator<RenderedReadings> {
  const seen = sensors.filter(({ latest_at }) => latest_at !== null && latest_at >= start);
  const [only, another] = seen;
  if (!only) return;
  if (another) {
    yield* readWindows(db, { deviceId, sensors: seen, start, end, renderer, signal });
    return;
  }
  const naming = namingOf({ deviceId, sensors: seen });
  const read = (after: number): PageAhead => {
    const page = { deviceId, sensorNo: only.sensor_no, after, end, limit: pageSize };
    const query = readingsPage(db.longRead, page);
    const arrived: RenderOptions['arrived'] = (rows) => {
      if (ahead.isAwaited) readBehind(ahead, rows.length, lastOf(rows as ListedReading[]));
    };
    const rendered = db.render(query, renderer, naming, { arrived, signal });
    const ahead: PageAhead = { isAwaited: false, page: rendered as Promise<RenderedReadings> };
    // Avoids an unhandled rejection if nobody awaits the page.
    ahead.page.catch(() => {});
    return ahead;
  };
  const readBehind = (ahead: PageAhead, count: number, last: number | null): void => {
    if (count >= pageSize && last !== null) ahead.next ??= read(last);
  };

  for (let ahead: PageAhead | undefined = read(start - 1); ahead; ahead = ahead.next) {
    ahead.isAwaited = true;
    const page = await ahead.page;
    if (page.count === 0) return;
    readBehind(ahead, page.count, page.last);
    yield page;
  }
}

/** Page that is being read, and the next one, which is read while this one is rendered or sent. */
type PageAhead = { page: Promise<RenderedReadings>; isAwaited: boolean; next?: PageAhead };
