import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Report, ReportDeps } from '../../reports/report.ts';
import { type Cursor, type ListedRefill, listRefills, type NamedSensor } from './list-refills.ts';
import { compareWithReceipts } from './match-receipts.ts';
import { presentReceipt, type RefillAnswer, type Refills } from './schemas.ts';
import { amountsOf, decideSourceOf } from './source-of-refill.ts';
import { type Traces, traceSources } from './trace-sources.ts';

type Page = { limit: number; before: string | undefined };

/**
 * Reports a page of the refills in a report's time, newest first, each with its source and receipts.
 * @returns the page, and the id after which the next one begins, if there is more.
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

/** Makes the answer on a refill. Litres are given where the readings had them. */
export function presentRefill(
  sensor: NamedSensor,
  { refill, hidden, isOpen }: ListedRefill,
  traces: Traces,
): RefillAnswer {
  const estimated = { refill, hidden };
  const { drawnLitres, drawnPercent, litres, percent } = amountsOf(estimated);
  const milliseconds = refill.ended_at - refill.begun_at;
  const receipts = traces.receipts.get(refill) ?? [];
  const compared = isOpen ? undefined : compareWithReceipts(litres, receipts);
  const decided = decideSourceOf(estimated, traces);
  return {
    id: writeRefillId(sensor.deviceId, { begunAt: refill.begun_at, sensorNo: refill.sensor_no }),
    sensor_name: sensor.name,
    began_at: toIso(refill.begun_at),
    ended_at: isOpen ? null : toIso(refill.ended_at),
    level_before: roundTo2(refill.level_before),
    level_after: roundTo2(refill.level_after),
    litres: litres === null ? null : roundTo2(litres),
    drawn: litres === null ? null : roundTo2(drawnLitres),
    percent: roundTo2(percent),
    drawn_percent: roundTo2(drawnPercent),
    litres_per_hour:
      litres === null || milliseconds === 0 ? null : roundTo2((litres * hourMs) / milliseconds),
    source: decided?.source ?? null,
    source_by: decided?.by ?? null,
    receipts: receipts.map((receipt) => presentReceipt(receipt, sensor.name)),
    difference: compared ? roundTo2(compared.difference) : null,
    difference_share: compared ? roundTo(compared.share, 4) : null,
  };
}

/** Writes the id of a refill, made like that of a reading: device, number of the sensor, and begin. */
export function writeRefillId(deviceId: number, { sensorNo, begunAt }: Cursor): string {
  return `${deviceId}-${sensorNo}-${begunAt.toString(36)}`;
}

export function readRefillId(id: string): Cursor {
  const [, sensorNo = '', begunAt = ''] = id.split('-');
  return { sensorNo: Number(sensorNo), begunAt: Number.parseInt(begunAt, 36) };
}
