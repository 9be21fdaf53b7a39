import type { Database } from '../../../db/database.ts';
import { renderReadings } from '../../readings/read-readings.ts';
import { listedColumns } from '../queries.ts';
import type { RenderedReadings } from './reading-renderers.ts';
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
  const asked = { deviceId, sensorNo: only.sensor_no, from: start, end, pageSize, signal };
  const argument = namingOf({ deviceId, sensors: seen });
  yield* renderReadings<RenderedReadings>(db, asked, {
    columns: listedColumns,
    renderer,
    argument,
  });
}
