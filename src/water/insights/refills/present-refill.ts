import { roundTo, roundTo2 } from '../../../kit/round.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { decideSource } from './decide-source.ts';
import type { Cursor, ListedRefill, NamedSensor } from './list-refills.ts';
import { compareWithReceipts } from './match-receipts.ts';
import { presentReceipt, type RefillAnswer } from './schemas.ts';
import type { Traces } from './trace-sources.ts';

/** A refill as it is answered. Litres are told where the readings carried them. */
export function presentRefill(
  sensor: NamedSensor,
  { refill, hidden, isOpen }: ListedRefill,
  traces: Traces,
): RefillAnswer {
  const drawnLitres = hidden.reduce((sum, { volume }) => sum + volume, 0);
  const drawnPercent = hidden.reduce((sum, { level }) => sum + level, 0);
  const hasLitres = refill.risen_volume > 0;
  const litres = hasLitres ? refill.risen_volume + drawnLitres : null;
  const percent = refill.risen_level + drawnPercent;
  const milliseconds = refill.ended_at - refill.begun_at;
  const receipts = traces.receipts.get(refill) ?? [];
  const compared = isOpen ? undefined : compareWithReceipts(litres, receipts);
  const decided = decideSource({
    stated: traces.stated.get(refill),
    pumpWasOn: traces.pumped.has(refill),
    wasSwitchedOn: traces.switchedOn.has(refill),
    hasReceipt: receipts.length > 0,
    hasPump: traces.hasPump,
    litres,
    percent,
    milliseconds,
  });
  return {
    id: writeRefillId(sensor.deviceId, { begunAt: refill.begun_at, sensorNo: refill.sensor_no }),
    sensor_name: sensor.name,
    began_at: toIso(refill.begun_at),
    ended_at: isOpen ? null : toIso(refill.ended_at),
    level_before: roundTo2(refill.level_before),
    level_after: roundTo2(refill.level_after),
    litres: litres === null ? null : roundTo2(litres),
    drawn: hasLitres ? roundTo2(drawnLitres) : null,
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

/** Names a refill as readings are named: device, number of the sensor, and begin. */
export function writeRefillId(deviceId: number, { sensorNo, begunAt }: Cursor): string {
  return `${deviceId}-${sensorNo}-${begunAt.toString(36)}`;
}

/** What `writeRefillId` wrote. */
export function readRefillId(id: string): Cursor {
  const [, sensorNo = '', begunAt = ''] = id.split('-');
  return { sensorNo: Number(sensorNo), begunAt: Number.parseInt(begunAt, 36) };
}
