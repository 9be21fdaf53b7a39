import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { PageCursor } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  RecordId,
  Shaped,
} from '../../kit/api/schema/schema.ts';
import { CutDays, FormatWord, Remarks } from '../reports/schemas.ts';
import { unknowableReasons } from '../reports/usage/unknowable.ts';
import { units } from '../reports/usage/usage-day.ts';

/** Devices in a page; one of a thousand would take as long as a client waits. */
export const usualDevices = 100;
const mostDevices = 300;

export const MonthlyQuery = FormObject({
  month: Type.Optional(
    Shaped('^2[0-9]{3}-(?:0[1-9]|1[0-2])$', fault('month'), {
      maxLength: 7,
      description: "Of the account's time zone, such as `2026-10`; without it the present one.",
    }),
  ),
  group_id: Type.Optional({ ...RecordId, description: 'To get the tanks of this group alone.' }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: mostDevices,
      default: usualDevices,
      description: 'Devices in a page of JSON; a file has all.',
    }),
  ),
  after: PageCursor('device'),
  format: FormatWord,
});
export type MonthlyQuery = Static<typeof MonthlyQuery>;

const Refilled = Type.Object(
  {
    pump: Type.Number(),
    tanker: Type.Number(),
    mains: Type.Number(),
    unknown: Type.Number({ description: 'What no source is known of.' }),
  },
  { description: 'Of the refilled, what came from each source.' },
);
export type Refilled = Static<typeof Refilled>;

const Spilt = Nullable(
  Type.Number({ description: 'Litres that ran over; null where no overflow told how many.' }),
);
const Lost = Nullable(
  Type.Number({
    description: 'Of the used, what leaks took; null where no leak was found in the month.',
  }),
);
const Cost = Nullable(
  Type.Number({
    description: 'Shillings of the used; null without litres, or a price of water.',
  }),
);

export const MonthlyRow = Named(
  'MonthlyRow',
  Type.Object({
    device_id: Type.String(),
    device_name: Nullable(Type.String()),
    mac_or_serial: Type.String(),
    sensor_name: Nullable(Type.String({ description: 'Null where the device has none yet.' })),
    days_measured: Type.Integer({ minimum: 0, description: 'Days with readings.' }),
    cut_days: CutDays,
    unit: Nullable(
      OneOf(units, { description: 'Of the figures; null where nothing was measured.' }),
    ),
    used: Nullable(Type.Number()),
    estimated_share: Nullable(
      Type.Number({ description: 'Share of the used that was estimated, and not seen.' }),
    ),
    refilled: Nullable(Type.Number()),
    refilled_by: Nullable(Refilled),
    change: Nullable(
      Type.Number({ description: 'Of the level, from before the month to the end of it.' }),
    ),
    unexplained: Nullable(Type.Number({ description: '`change` less (`refilled` less `used`).' })),
    spilt: Spilt,
    lost: Lost,
    cost: Cost,
    cannot_be_known: Nullable(
      OneOf(unknowableReasons, { description: 'Why the level does not tell what is used.' }),
    ),
    remarks: Remarks,
  }),
);
export type MonthlyRow = Static<typeof MonthlyRow>;

const Sum = Type.Number();
export const MonthlyTotals = Named(
  'MonthlyTotals',
  Type.Object(
    {
      rows: Type.Integer({ description: 'Rows that are summed up: those in litres.' }),
      rows_in_percent: Type.Integer({ description: 'Rows that no sum counts.' }),
      rows_not_measured: Type.Integer(),
      used: Sum,
      refilled: Sum,
      refilled_by: Refilled,
      change: Sum,
      unexplained: Sum,
      spilt: Spilt,
      lost: Lost,
      cost: Cost,
    },
    { description: 'Sums of the rows of this answer in litres; never of percent.' },
  ),
);
export type MonthlyTotals = Static<typeof MonthlyTotals>;

export const MonthlyReport = Named(
  'MonthlyReport',
  Type.Object({
    month: Type.String(),
    start_date: Instant,
    end_date: Instant,
    timezone: Type.String({ description: 'IANA name of the time zone whose month it is.' }),
    is_over: Type.Boolean({ description: 'False for the present month, which counts up to now.' }),
    days: Type.Integer({ description: 'Days of the month that have begun.' }),
    group_name: Nullable(Type.String()),
    water_price: Nullable(
      Type.Number({ description: 'Shillings for 1,000 litres, by which the used is charged.' }),
    ),
    devices: Type.Integer({ description: 'Devices of all pages.' }),
    rows: Type.Array(MonthlyRow, { description: 'One for each sensor.' }),
    totals: MonthlyTotals,
    remarks: Remarks,
  }),
);
export type MonthlyReport = Static<typeof MonthlyReport>;
