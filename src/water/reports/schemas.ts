import { type Static, type TSchema, Type } from 'typebox';
import { PageCursor } from '../../kit/api/page.ts';
import { FormObject, Instant, Line, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { Alert } from '../alerts/schemas.ts';
import {
  AlertTypeWord,
  alertTypes,
  CommandWord,
  DeviceId,
  SensorName,
  SeverityWord,
  severities,
} from '../fields.ts';
import { Command } from '../pump-commands/schemas.ts';
import { Reading } from '../sensors/reading-schema.ts';
import { Points } from '../sensors/schemas.ts';
import { periods, usualPeriod } from './report-range.ts';
import { unknowableReasons } from './usage/unknowable.ts';
import { units } from './usage/usage-day.ts';

const PeriodWord = OneOf(periods);
const DateText = Line(40, {
  description: "A day (of the account's time zone), or a date-time with or without an offset.",
});
const Before = PageCursor('record');

/** Common parameters of document 1, section 4 "Reports"; all five reports take the dates. */
export const reportParameters = {
  device_id: DeviceId,
  period: Type.Optional(OneOf(periods, { default: usualPeriod })),
  sensor_name: Type.Optional(SensorName),
  start_date: Type.Optional(DateText),
  end_date: Type.Optional(DateText),
};

export const formats = ['json', 'csv'] as const;
export type Format = (typeof formats)[number];
export const usualFormat: Format = 'json';
export const FormatWord = Type.Optional(OneOf(formats, { default: usualFormat }));

export const ReportQuery = FormObject(reportParameters);
export type ReportQuery = Static<typeof ReportQuery>;
export const DaysReportQuery = FormObject({ ...reportParameters, format: FormatWord });
export const AlertsReportQuery = FormObject({
  ...reportParameters,
  severity: Type.Optional(SeverityWord),
  type: Type.Optional(AlertTypeWord),
  before: Before,
  format: FormatWord,
});
export const PumpReportQuery = FormObject({
  ...reportParameters,
  command: Type.Optional(CommandWord),
  before: Before,
  format: FormatWord,
});
export const ExportQuery = FormObject({
  ...reportParameters,
  format: FormatWord,
  points: Points,
});

/** Fields that begin every report. */
export const Frame = Type.Object({
  device_id: Type.String(),
  period: Nullable({ ...PeriodWord, description: 'Null where dates were given.' }),
  start_date: Instant,
  end_date: Instant,
  timezone: Type.String({ description: 'IANA name of the time zone whose days these are.' }),
});
export type Frame = Static<typeof Frame>;

const CalendarDay = Type.String({ format: 'date' });
const Count = Type.Integer({ minimum: 0 });
const countOf = <const W extends string>(words: readonly W[]) => Type.Record(OneOf(words), Count);

/** Days of which only a part counts. */
export const CutDays = Type.Array(
  Type.Object({
    date: CalendarDay,
    from: Nullable({ ...Instant, description: 'Null where it counts from its midnight.' }),
    until: Nullable({ ...Instant, description: 'Null where it counts to its end.' }),
  }),
  { description: 'Days of which a part counts: of the time asked for, or of what was measured.' },
);

/** Remarks are made when they are read, as the messages of alerts are. */
export const Remarks = Type.Array(Type.String(), {
  description:
    "In the caller's language: what does not add up, what is cut, what was not measured.",
});

/** How much of a time was measured. */
export const Measured = Type.Object({
  days_asked: Type.Integer({ minimum: 0, description: 'Days of the time asked for, up to now.' }),
  days_measured: Type.Integer({ minimum: 0, description: 'Of these, days with readings.' }),
  cut_days: CutDays,
});
export type Measured = Static<typeof Measured>;

export const DailyReport = Named(
  'DailyReport',
  Type.Object({
    ...Frame.properties,
    days: Type.Array(
      Type.Object({
        date: CalendarDay,
        sensor_name: Type.String(),
        average: Type.Number({ description: 'Of the levels, in percent, to two decimals.' }),
        minimum: Type.Number(),
        maximum: Type.Number(),
        count: Type.Integer({ description: 'Readings.' }),
      }),
    ),
    ...Measured.properties,
    remarks: Remarks,
  }),
);
export type DailyReport = Static<typeof DailyReport>;

const UseOfDay = Type.Object({
  date: CalendarDay,
  sensor_name: Type.String(),
  consumed: Type.Number(),
  refilled: Type.Number(),
  net_change: Type.Number({ description: 'Refilled less consumed.' }),
  total_volume_change: Type.Number({
    description: 'Last value of the day less the last one before it.',
  }),
  consumed_low: Type.Number({ description: 'The consumed lies between this' }),
  consumed_high: Type.Number({ description: 'and this, 9 times of 10.' }),
  estimated_share: Type.Number({
    description:
      'Share of the consumed that was estimated: drawn during refills, or while the device was silent.',
  }),
  unexplained: Type.Number({
    description: 'What the readings changed by and neither use nor refill explains.',
  }),
});

export const UsageReport = Named(
  'UsageReport',
  Type.Object({
    ...Frame.properties,
    unit: OneOf(units),
    days: Type.Array(UseOfDay),
    days_in_percent: Type.Array(UseOfDay, {
      description:
        'Where the unit is litre: days of the sensors whose litres are not known, in percent of the tank.',
    }),
    total_volume_change: Type.Number({ description: 'What the days add up to.' }),
    cannot_be_known: Type.Array(
      Type.Object({ sensor_name: Type.String(), reason: OneOf(unknowableReasons) }),
      { description: 'Sensors whose level does not tell what is used, and why.' },
    ),
    ...Measured.properties,
    remarks: Remarks,
  }),
);
export type UsageReport = Static<typeof UsageReport>;

export const AlertsReport = Named(
  'AlertsReport',
  Type.Object({
    ...Frame.properties,
    alerts: Type.Array(Alert),
    summary: Type.Object({
      total: Count,
      unread: Count,
      by_severity: countOf(severities),
      by_type: countOf(alertTypes),
    }),
  }),
);
export type AlertsReport = Static<typeof AlertsReport>;

export const PumpReport = Named(
  'PumpReport',
  Type.Object({
    ...Frame.properties,
    commands: Type.Array(Command),
    summary: Type.Object({
      total: Count,
      executed: Count,
      pending: Count,
      cancelled: Count,
      expired: Count,
    }),
  }),
);
export type PumpReport = Static<typeof PumpReport>;

/** A report, or what it shows as a file, which is sent as it is written. */
export function OrFile<S extends TSchema>(schema: S) {
  const content = {
    'application/json': { schema },
    'text/csv': { schema: Type.String() },
  };
  return { description: 'The report, or with `format=csv` what it shows as a file.', content };
}

const exported: Record<string, { schema: TSchema }> = {
  'application/json': { schema: Type.Array(Reading) },
  'text/csv': { schema: Type.String() },
};
/** File that is sent as it is written, so its type is not checked here. */
export const Export = { description: 'The readings, oldest first.', content: exported };
