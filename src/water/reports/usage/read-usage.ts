import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import { type EstimatedRefill, readBlindUse, readRefills } from '../../ledger/ledger-queries.ts';
import { readPlainUse } from './first-readings.ts';
import { type DaysOfSensor, readHours } from './read-hours.ts';
import { createKnowing } from './unknowable.ts';
import { createUsageAggregation, usageColumns } from './usage.ts';
import type { UsageDay } from './usage-day.ts';

type SensorOfReport = DaysOfSensor & {
  /** Of the sensor's first reading; null where none is kept. */
  firstHour: number | null;
  /** Whose calendar the days are of. */
  timezone: string;
};

/** What went out of a sensor's tank and came into it on some days, and the refills that overlap them. */
export type SensorUsage = { days: UsageDay[]; refills: EstimatedRefill[] };

/** Reads the usage of a sensor from its hours; `sensor.signal` ends it where nobody waits any more. */
export async function readUsage(db: Database, sensor: SensorOfReport): Promise<SensorUsage> {
  const { days, firstHour, timezone } = sensor;
  const aggregation = createUsageAggregation(days, timezone);
  const knowing = createKnowing();
  for await (const hours of readHours(db, { ...sensor, columns: usageColumns })) {
    hours.forEach(aggregation.add);
    for (const { rollup } of hours) knowing.add(rollup);
  }
  const span = { from: days[0]?.start ?? 0, end: days.at(-1)?.end ?? 0 };
  const refills = await readRefills(db, { ...sensor, ...span });
  for (const { hidden } of refills) aggregation.addHidden(hidden);
  if (aggregation.isBlind()) {
    aggregation.addBlind(await readBlindUse(db, { ...sensor, ...span }));
  }
  if (firstHour !== null && firstHour >= hourOf(span.from)) {
    aggregation.addPlain(await readPlainUse(db, { ...sensor, firstHour }, days));
  }
  const unknowable = knowing.unknowable();
  return { days: aggregation.days().map((day) => ({ ...day, unknowable })), refills };
}
