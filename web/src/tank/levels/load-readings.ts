import { call } from '../../api/call.ts';
import type { LevelReading } from './level-series.ts';
import { hoursOf, type Range } from './range.ts';

/** More than a screen has dots to show them; the server keeps every extreme among them. */
const points = 2000;

type Wanted = { device_id: string; sensor_name: string; range: Range };

/** The readings of a chart, oldest first. The history reaches back a week, the export further. */
export async function loadReadings(
  { device_id, sensor_name, range }: Wanted,
  signal: AbortSignal,
): Promise<LevelReading[]> {
  const query = { device_id, sensor_name, points };
  if (range === '1d' || range === '7d') {
    const hours = hoursOf(range);
    return await call('GET /api/sensors.php?action=history', {
      query: { ...query, hours },
      signal,
    });
  }
  return await call('GET /api/reports.php?action=export', {
    query: { ...query, period: range, format: 'json' },
    signal,
  });
}
