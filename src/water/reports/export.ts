import { dateAt } from '../../kit/time/time-zone.ts';
import { frames, writeReadings } from '../sensors/history/reading-file.ts';
import { readPages } from '../sensors/history/reading-pages.ts';
import type { Selection } from '../sensors/history/reading-selection.ts';
import { readThinnedPages } from '../sensors/history/thinned-pages.ts';
import { findSensorSpans } from '../sensors/queries.ts';
import type { Report, ReportDeps } from './report.ts';
import type { Format } from './schemas.ts';

type ExportFile = { type: string; name: string; pieces: AsyncIterable<Uint8Array> };

type Wishes = {
  format: Format;
  /** Most readings of each sensor; undefined for all. */
  points: number | undefined;
};

/** Opens the readings of a report as a file; they are read as it is taken. */
export async function exportReadings(
  { db }: Pick<ReportDeps, 'db'>,
  { device, range, sensorName, timezone, signal }: Report,
  { format, points }: Wishes,
): Promise<ExportFile> {
  const frame = frames[format];
  const { start, end, shownEnd } = range;
  const sensors = await findSensorSpans(db.read, device.id, sensorName);
  const { renderer } = frame;
  const selection: Selection = { deviceId: device.id, sensors, start, end, renderer, signal };
  const pages =
    points === undefined ? readPages(db, selection) : readThinnedPages(db, selection, points);
  const from = dateAt(start, timezone);
  const until = dateAt(Math.max(start, shownEnd - 1), timezone);
  return {
    type: frame.type,
    name: `readings-${device.id}-${from}-${until}.${format}`,
    pieces: writeReadings(pages, frame),
  };
}
