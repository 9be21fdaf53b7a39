import type { Language } from '../../accounts/language.ts';
import type { Database } from '../../db/database.ts';
import { roundTo2 } from '../../kit/round.ts';
import { hourMs } from '../../kit/time/units.ts';
import {
  type CutDay,
  daysHeard,
  findCutDays,
  type HeardSensor,
  sensorsHeard,
} from '../reports/days-heard.ts';
import { remarkWords } from '../reports/remarks/remark-words.ts';
import {
  remarkOnExcess,
  remarkOnMeasures,
  remarkOnUnexplained,
  remarksOnDays,
} from '../reports/remarks/remarks.ts';
import { presentUsage, type UsageRow, unitOf } from '../reports/usage/present-usage.ts';
import { readUsage } from '../reports/usage/read-usage.ts';
import type { Unit, UsageDay } from '../reports/usage/usage-day.ts';
import type { SensorSpan } from '../sensors/queries.ts';
import { lostIn, spiltIn } from './losses.ts';
import type { Month } from './month.ts';
import type { Loss, MonthlyDevice } from './queries.ts';
import { readSourcedRefills, type SourcedRefill, shareBySource } from './refilled-by.ts';
import type { MonthlyRow } from './schemas.ts';

/** What every row of a report shares. */
export type RowFrame = {
  month: Month;
  language: Language;
  /** Shillings for 1,000 litres. */
  price: number | null;
  signal: AbortSignal;
};

type Named = Pick<MonthlyRow, 'device_id' | 'device_name' | 'mac_or_serial' | 'sensor_name'>;

/** Makes the row of a sensor without readings in the month, or of a device without a sensor. */
export function unmeasuredRow(
  device: MonthlyDevice,
  sensorName: string | null,
  { language }: Pick<RowFrame, 'language'>,
): MonthlyRow {
  return {
    ...namesOf(device, sensorName),
    days_measured: 0,
    cut_days: [],
    unit: null,
    used: null,
    estimated_share: null,
    refilled: null,
    refilled_by: null,
    change: null,
    unexplained: null,
    spilt: null,
    lost: null,
    cost: null,
    cannot_be_known: null,
    remarks: [remarkWords[language].nothing()],
  };
}

/** Reads the month of a sensor. @param losses of its device in the month. */
export async function readRow(
  db: Database,
  {
    device,
    sensor,
    losses,
  }: { device: MonthlyDevice; sensor: SensorSpan; losses: readonly Loss[] },
  frame: RowFrame,
): Promise<MonthlyRow> {
  const { month, signal } = frame;
  const { timezone, start, until } = month;
  const time = { start, end: until };
  const heard = sensorsHeard([sensor], time);
  const days = daysHeard(heard, { ...time, timezone });
  const [{ sensor_no: sensorNo, name, first_hour: firstHour, latest_at }] = heard as [HeardSensor];
  const named = { deviceId: device.id, sensorNo, name };
  const usage = await readUsage(db, { ...named, firstHour, days, timezone, signal });
  if (usage.days.length === 0) return unmeasuredRow(device, name, frame);
  const refills = await readSourcedRefills(db, {
    sensor: named,
    time,
    refills: usage.refills,
    mayRun: latest_at < until,
    signal,
  });
  const own = losses.filter(({ sensor_name }) => sensor_name === name);
  const cut = findCutDays(days, timezone);
  return presentRow(
    namesOf(device, name),
    { days: usage.days, refills, losses: own, cut, latest_at },
    frame,
  );
}

function namesOf({ id, name, mac_or_serial }: MonthlyDevice, sensor_name: string | null): Named {
  return { device_id: String(id), device_name: name, mac_or_serial, sensor_name };
}

/** What is known of a sensor's month. */
export type SensorMonth = {
  /** At least one. */
  days: readonly UsageDay[];
  refills: readonly SourcedRefill[];
  losses: readonly Loss[];
  cut: readonly CutDay[];
  /** Instant of the newest reading. */
  latest_at: number;
};

/** Makes a row of a sensor's month. */
export function presentRow(
  names: Named,
  { days, refills, losses, cut, latest_at }: SensorMonth,
  { month, language, price }: Omit<RowFrame, 'signal'>,
): MonthlyRow {
  const unit = unitOf(days);
  const rows = presentUsage(days, unit);
  const [used, refilled, change] = [
    sumOf(rows, 'consumed'),
    sumOf(rows, 'refilled'),
    sumOf(rows, 'total_volume_change'),
  ];
  const unexplained = roundTo2(change - roundTo2(refilled - used));
  const { by, excess } = shareBySource(refilled, refills, unit);
  const time = { start: month.start, end: Math.min(month.until, latest_at + 1) };
  const lost = lostIn(losses, time, unit);
  const reason = days.find(({ unknowable }) => unknowable)?.unknowable?.reason ?? null;
  const say = remarkWords[language];
  const measured = { days_asked: month.days, days_measured: days.length, cut_days: [...cut] };
  return {
    ...names,
    days_measured: days.length,
    cut_days: measured.cut_days,
    unit,
    used,
    estimated_share: estimatedShareOf(rows, used),
    refilled,
    refilled_by: by,
    change,
    unexplained,
    spilt: unit === 'litre' ? spiltIn(losses, time) : null,
    lost: lost === null ? null : roundTo2(Math.min(lost, used)),
    cost: costOf(used, unit, price),
    cannot_be_known: reason,
    remarks: [
      ...remarksOnDays(
        { ...measured, cut_days: cut.filter((day) => !isCutByNow(day, month)) },
        { language, timezone: month.timezone },
      ),
      ...(rows.length < days.length
        ? [say.fewLitres({ known: rows.length, measured: days.length })]
        : []),
      ...remarkOnUnexplained({ unexplained, moved: used + refilled, unit }, { language }),
      ...remarkOnMeasures(days, unit, { language }),
      ...remarkOnExcess(excess, unit, { language }),
      ...(reason ? [say.unknowable({ name: names.sensor_name ?? '', reason })] : []),
    ],
  };
}

/** True for a day that lasts still: the head of the report says until when it counts. */
function isCutByNow({ until }: CutDay, month: Month): boolean {
  return !month.isOver && until !== null && month.until - Date.parse(until) < hourMs;
}

function sumOf(rows: readonly UsageRow[], field: 'consumed' | 'refilled' | 'total_volume_change') {
  return roundTo2(rows.reduce((sum, row) => sum + row[field], 0));
}

function estimatedShareOf(rows: readonly UsageRow[], used: number): number {
  if (used <= 0) return 0;
  const estimated = rows.reduce((sum, row) => sum + row.consumed * row.estimated_share, 0);
  return roundTo2(Math.min(1, estimated / used));
}

/** Shillings of some water: `price` is that of 1,000 litres. Null where either is not known. */
function costOf(used: number, unit: Unit, price: number | null): number | null {
  return unit === 'litre' && price !== null ? roundTo2((used / 1000) * price) : null;
}
