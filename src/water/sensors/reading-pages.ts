import type { Database } from '../../db/database.ts';
import { readingsPage, type SensorSpan } from './queries.ts';
import type { RenderedReadings, renderers } from './reading-renderers.ts';

type Selection = {
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
const pageSize = 1000;

/**
 * Reads readings in the order of time, page by page and already written as text, so that memory does
 * not grow with their number. Whoever stops asking stops the reading.
 */
export async function* readPages(
  db: Database,
  { deviceId, sensors, start, end, renderer }: Selection,
): AsyncGenerator<RenderedReadings> {
  const sensorNos = sensors
    .filter(({ latest_at }) => latest_at !== null && latest_at >= start)
    .map(({ sensor_no }) => sensor_no);
  if (sensorNos.length === 0) return;

  const perSensor = Math.max(1, Math.floor(pageSize / sensorNos.length));
  let after: number | null = start - 1;
  while (after !== null) {
    const query = readingsPage(db.longRead, { deviceId, sensorNos, after, end, perSensor });
    const page = (await db.render(query, renderer)) as RenderedReadings;
    if (page.count > 0) yield page;
    after = page.count >= perSensor ? page.last : null;
  }
}
