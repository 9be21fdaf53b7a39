import { addTotals } from '../../../../src/water/monthly/totals.ts';
import { call } from '../../api/call.ts';
import type { MonthlyReport } from '../../api/operations.ts';
import type { MonthView } from './month-view.ts';

/** Devices that a screen shows: a table of more is no help to anybody, and the file has all. */
export const mostShown = 1000;
/** So many take a second or two. */
const devicesAtOnce = 100;

type Options = {
  signal: AbortSignal;
  onProgress: (devices: { done: number; count: number }) => void;
};

/** Loads a month page by page, and sums the pages up. */
export async function loadMonth(
  { month, group }: MonthView,
  { signal, onProgress }: Options,
): Promise<MonthlyReport & { shown: number }> {
  const query = { month, limit: devicesAtOnce, ...(group && { group_id: Number(group) }) };
  const load = (after?: number) =>
    call('GET /api/reports.php?action=monthly', {
      query: { ...query, ...(after !== undefined && { after }) },
      signal,
    });
  let report = await load();
  const shown = Math.min(report.devices, mostShown);
  let done = Math.min(devicesAtOnce, shown);
  while (done < shown) {
    onProgress({ done, count: shown });
    const page = await load(Number(report.rows.at(-1)?.device_id ?? 0));
    if (page.rows.length === 0) break;
    report = {
      ...report,
      rows: [...report.rows, ...page.rows],
      totals: addTotals(report.totals, page.totals),
    };
    done += devicesAtOnce;
  }
  return { ...report, shown };
}
