import { type Static, Type } from 'typebox';
import { keyRefusals } from '../../db/tables/device-tables.ts';
import { FormObject, Instant, Named, Nullable, OneOf } from '../../kit/api/schema/schema.ts';
import { Device, ListQuery as DevicesQuery } from '../devices/schemas.ts';
import { Battery, DeviceId, Signal } from '../fields.ts';
import { Times } from '../insights/forecast/schemas.ts';
import { Command } from '../pump-commands/schemas.ts';
import { tankFields } from '../reading-field-schemas.ts';
import { units } from '../reports/usage/usage-day.ts';

export const ListQuery = FormObject({
  ...DevicesQuery.properties,
  device_id: Type.Optional({ ...DeviceId, description: 'To get this one alone.' }),
});

const latchReasons = ['dry_run'] as const;

const PumpLatch = Named(
  'PumpLatch',
  Type.Object(
    {
      since: Instant,
      reason: OneOf(latchReasons, { description: '`dry_run`: a run brought no water.' }),
    },
    { description: 'While it is there the server does not start the pump: see `clear-latch`.' },
  ),
);

const doubtReasons = ['zero', 'echo', 'fall', 'step'] as const;

const LevelDoubt = Named(
  'LevelDoubt',
  Type.Object(
    {
      reason: OneOf(doubtReasons, {
        description:
          '`zero`: 0 % out of nothing, as a sensor says that fails. `echo`: a rise, by a sensor that had false echoes within a day. `fall`: faster than any outlet. `step`: not yet confirmed.',
      }),
      level_before: Type.Number({ description: 'Percent, before the step.' }),
      since: Instant,
      readings_left: Type.Integer({ minimum: 0, description: 'Readings that it waits for.' }),
      until: Nullable(Instant, {
        description: 'Instant that it waits for as well; null where readings alone decide.',
      }),
    },
    { description: 'While it is there nothing is told of the level: it may be no water.' },
  ),
);

const TankSensor = Named(
  'TankSensor',
  Type.Object({
    sensor_name: Type.String(),
    ...tankFields,
    recorded_at: Nullable(Instant),
    capacity: Nullable(Type.Integer({ description: 'Litres.' })),
    high_threshold: Nullable(Type.Integer()),
    low_threshold: Nullable(Type.Integer()),
    unit: OneOf(units, { description: 'Of `daily_use`.' }),
    daily_use: Nullable(Type.Number({ description: 'Mean of a day of the usual week.' })),
    time_to_empty: Nullable({
      ...Times,
      description: 'As `insights.php?action=forecast` says it; null where that says nothing.',
    }),
    latch: Nullable(PumpLatch),
    doubt: Nullable(LevelDoubt),
  }),
);
export type TankSensor = Static<typeof TankSensor>;

const { device_name, mac_or_serial, is_primary, online, last_seen_at, location, role } =
  Device.properties;

const KeyState = Named(
  'KeyState',
  Type.Object(
    {
      required: Type.Boolean({ description: 'Whether requests without the key are refused.' }),
      only_signed: Type.Boolean({
        description: 'Whether requests without a signature are refused.',
      }),
      last_signed_at: Nullable(Instant, {
        description: 'When its last signed message came; null where it has never signed.',
      }),
      refused: Nullable(
        Type.Object(
          {
            count: Type.Integer({ minimum: 1 }),
            last_at: Instant,
            reason: OneOf(keyRefusals, { description: 'Of the last one.' }),
          },
          { description: 'Requests that were refused for their key, until a day without any.' },
        ),
      ),
    },
    { description: 'For managers and the owner; null for others.' },
  ),
);

const RefusedReadings = Named(
  'RefusedReadings',
  Type.Object(
    {
      count: Type.Integer({ minimum: 1 }),
      since: Instant,
      last_at: Instant,
      field: Type.String({ description: 'The first wrong one of the last of them.' }),
      message: Type.String({ description: 'What is wrong with it, as the device was answered.' }),
      sent: Nullable(Type.String({ description: 'What it held, cut to 40 characters.' })),
    },
    { description: 'Readings that were refused since the last one that was taken.' },
  ),
);

export const Tank = Named(
  'Tank',
  Type.Object({
    device_id: Type.String(),
    device_name,
    mac_or_serial,
    is_primary,
    online,
    last_seen_at,
    location,
    role,
    battery: Nullable({ ...Battery, description: 'Percent, as the device last said.' }),
    signal: Nullable({ ...Signal, description: 'dBm, as the device last said.' }),
    key: Nullable(KeyState),
    refused: Nullable(RefusedReadings),
    unread_alerts: Type.Integer({ minimum: 0 }),
    sensors: Type.Array(TankSensor),
    pump: Nullable({ ...Command, description: 'The newest command to its pumps.' }),
  }),
);
export type Tank = Static<typeof Tank>;
