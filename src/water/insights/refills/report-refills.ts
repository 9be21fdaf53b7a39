import type { Report, ReportDeps } from '../../reports/report.ts';
import { listRefills } from './list-refills.ts';
import { presentRefill, readRefillId, writeRefillId } from './present-refill.ts';
import { presentReceipt, type RefillAnswer, type Refills } from './schemas.ts';
import { traceSources } from './trace-sources.ts';

type Page = { limit: number; before: string | undefined };

/**
 * A page of the refills of a report's time, newest first, each with its source and receipts.
 * @returns the page, and the id at which the next one goes on, where there is more.
 */
export async function reportRefills(
  { db }: Pick<ReportDeps, 'db'>,
  report: Report,
  { limit, before }: Page,
): Promise<{ report: Refills; more: string | undefined }> {
  const { device, range, signal } = report;
  const cursor = before === undefined ? undefined : readRefillId(before);
  const page = await listRefills(db, report, { limit, before: cursor });
  const span = {
    from: page.next?.begunAt ?? range.start,
    end: Math.min(range.end, cursor?.begunAt ?? range.end),
  };
  const presented = new Map<unknown, RefillAnswer>();
  const unmatched: Refills['unmatched_receipts'] = [];
  for (const sensor of page.sensors) {
    const own = page.refills.filter((each) => each.sensor === sensor);
    const refills = own.map(({ listed }) => listed.refill);
    const traces = await traceSources(db, { sensor, refills, span, signal });
    for (const { listed } of own) presented.set(listed, presentRefill(sensor, listed, traces));
    unmatched.push(...traces.unmatched.map((each) => presentReceipt(each, sensor.name)));
  }
  return {
    report: {
      ...report.frame,
      refills: page.refills.flatMap(({ listed }) => presented.get(listed) ?? []),
      unmatched_receipts: unmatched,
    },
    more: page.next && writeRefillId(device.id, page.next),
  };
}
