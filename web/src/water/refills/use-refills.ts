import { useRef } from 'preact/hooks';
import { type AnswerOf, callPage } from '../../api/call.ts';
import { type JoinedPages, useJoinedPages } from '../../ui/load/use-pages.ts';
import type { DayCount } from '../days/day-counts.ts';
import { startOfDays } from '../days/start-of-days.ts';
import { freshMoment } from '../fresh-moment.ts';
import type { SensorOfDevice } from '../sensor-of-device.ts';

export type Refills = AnswerOf<'GET /api/insights.php?action=refills'>;

const firstPage = 10;
const longestPage = 100;

/** The refills of so many days, newest first. */
export function useRefills(
  { deviceId, sensor: { sensor_name, recorded_at } }: SensorOfDevice,
  days: DayCount,
): JoinedPages<Refills> {
  const shown = useRef({ days, count: firstPage });
  const pages = useJoinedPages<Refills>(
    async (signal) => {
      if (shown.current.days !== days) shown.current = { days, count: firstPage };
      // Loaded anew, it reaches as far as it was unfolded before.
      const limit = Math.min(longestPage, Math.max(firstPage, shown.current.count));
      const query = { device_id: deviceId, sensor_name, start_date: startOfDays(days), limit };
      return await callPage('GET /api/insights.php?action=refills', { query, signal });
    },
    (before, after) => ({
      ...before,
      refills: [...before.refills, ...after.refills],
      unmatched_receipts: [...before.unmatched_receipts, ...after.unmatched_receipts],
    }),
    [deviceId, sensor_name, days, freshMoment(recorded_at)],
  );
  shown.current.count = pages.list.data?.items.refills.length ?? shown.current.count;
  return pages;
}
