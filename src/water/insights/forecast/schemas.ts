import { type Static, Type } from 'typebox';
import { FormObject, Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import { DeviceId, SensorName } from '../../fields.ts';
import { units } from '../../reports/usage/usage-day.ts';

export const InsightQuery = FormObject({
  device_id: DeviceId,
  sensor_name: Type.Optional(SensorName),
});
export type InsightQuery = Static<typeof InsightQuery>;

const Frame = {
  device_id: Type.String(),
  at: Type.String({ format: 'date-time', description: 'When this was reckoned.' }),
  timezone: Type.String({ description: 'IANA name of the time zone of hours and weekdays.' }),
};

/** Reasons for an answer without figures. */
export const reasons = [
  'no_readings',
  'silent',
  'filling',
  'too_little_data',
  'no_use',
  'noisy',
] as const;
export type Reason = (typeof reasons)[number];

const Reason = Nullable(
  OneOf(reasons, {
    description:
      'Why nothing is said of use and time to empty: `no_readings` yet, `silent` for a day or more, `filling` now, `too_little_data` (less than 2 days), `no_use` (it would last longer than a year), `noisy` (the sensor moves by more than is used in a day). Null where something is.',
  }),
);

const Amounts = Type.Object(
  {
    low: Type.Number(),
    middle: Type.Number(),
    high: Type.Number(),
  },
  { description: 'It is below `low` 1 time of 10, above `high` 1 time of 10.' },
);

export const Times = Named(
  'Times',
  Type.Object(
    {
      low: Type.Number(),
      middle: Type.Number(),
      high: Type.Number(),
      low_at: Instant,
      middle_at: Instant,
      high_at: Instant,
    },
    { description: 'Hours from now, and the instants: earlier than `low` 1 time of 10.' },
  ),
);
export type Times = Static<typeof Times>;

export const lastsWords = ['yes', 'likely', 'unlikely', 'no'] as const;

const Ration = Type.Object(
  {
    supply: Type.String({ description: 'As it is stated in the configuration.' }),
    is_supply_time: Type.Boolean({
      description: 'Whether water should be coming now; then nothing is said of what will be left.',
    }),
    begins_at: { ...Instant, description: 'When water should come again, or began to come.' },
    ends_at: Instant,
    level_left: Nullable({ ...Amounts, description: 'Percent left when water comes again.' }),
    volume_left: Nullable({ ...Amounts, description: 'Litres of it, where they are known.' }),
    days_left_at_ration_end: Nullable({
      ...Amounts,
      description: 'How many days more what is left then would last.',
    }),
    lasts: Nullable(
      OneOf(lastsWords, { description: 'Whether what is there lasts until water comes again.' }),
    ),
  },
  { description: 'Until water comes again.' },
);

const SensorForecast = Named(
  'SensorForecast',
  Type.Object({
    sensor_name: Type.String(),
    recorded_at: Nullable({ ...Instant, description: 'Of the newest reading.' }),
    level: Nullable(Type.Number({ description: 'Percent, as it is believed (filtered).' })),
    volume: Nullable(Type.Number({ description: 'Litres at that level.' })),
    unit: OneOf(units, { description: 'Of `daily_use`.' }),
    daily_use: Nullable(Type.Number({ description: 'Mean of a day of the usual week.' })),
    time_to_empty: Nullable(Times),
    time_to_full: Nullable({
      ...Times,
      description: 'While it is being filled: hours from now, and the instants.',
    }),
    ration: Nullable(Ration),
    reason: Reason,
  }),
);
export type SensorForecast = Static<typeof SensorForecast>;

export const Forecast = Type.Object({ ...Frame, sensors: Type.Array(SensorForecast) });
export type Forecast = Static<typeof Forecast>;

export const weekdayWords = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const UsualHour = Type.Object({
  weekday: OneOf(weekdayWords),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  use: Type.Number({ description: 'Mean.' }),
  low: Type.Number({ description: 'It is less than this 1 time of 10,' }),
  high: Type.Number({ description: 'and more than this 1 time of 10.' }),
  hours: Type.Number({ description: 'How many hours this rests on.' }),
});

const UsualOfSensor = Named(
  'UsualUse',
  Type.Object({
    sensor_name: Type.String(),
    unit: OneOf(units),
    since: Nullable({ ...Instant, description: 'Of the oldest hour that this rests on.' }),
    daily_use: Nullable(Type.Number({ description: 'Mean of a day of the usual week.' })),
    week: Nullable(
      Type.Array(UsualHour, {
        description: '168 hours from Monday midnight on, in units an hour.',
      }),
    ),
    reason: Reason,
  }),
);
export type UsualOfSensor = Static<typeof UsualOfSensor>;

export const Usual = Type.Object({ ...Frame, sensors: Type.Array(UsualOfSensor) });
export type Usual = Static<typeof Usual>;
