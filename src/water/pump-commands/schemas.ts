import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  Shaped,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import {
  type CommandSource,
  CommandWord,
  commandSources,
  commandStatuses,
  DeviceId,
  Percent,
  type PumpCommand,
  SensorName,
} from '../fields.ts';
import { scheduleDays } from '../pumps/pump-schedule.ts';
import { statusAt } from './command-rules.ts';
import type { Command as CommandRow } from './queries.ts';

export const ListQuery = FormObject({
  device_id: DeviceId,
  // Document 1, section 8.
  limit: PageLimit(100),
  before: PageCursor('command'),
});
export const OfDevice = FormObject({ device_id: DeviceId });

const TimeOfDay = Shaped(
  '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  fault('timeOfDay', { example: '04:00' }),
  {
    maxLength: 5,
  },
);
/** Our extension: times of a week at which the server switches the pump on and off. */
const Schedule = Type.Array(
  Type.Object({
    days: Type.Array(OneOf(scheduleDays), { minItems: 1, maxItems: 7 }),
    from: TimeOfDay,
    until: TimeOfDay,
  }),
  { minItems: 1, maxItems: 21 },
);

export const Order = Type.Object({
  device_id: DeviceId,
  sensor_name: SensorName,
  command: CommandWord,
  turn_on_below: OptionalNullable(Percent),
  turn_off_above: OptionalNullable(Percent),
  schedule: OptionalNullable(Schedule),
});
export type Order = Static<typeof Order>;

export const Command = Named(
  'PumpCommand',
  Type.Object({
    id: Type.Integer(),
    device_id: Type.String(),
    sensor_name: Type.String(),
    command: CommandWord,
    turn_on_below: Nullable(Type.Number()),
    turn_off_above: Nullable(Type.Number()),
    status: OneOf(commandStatuses),
    source: OneOf(commandSources),
    created_at: Instant,
    delivered_at: Nullable(Instant),
    acknowledged_at: Nullable(Instant),
    schedule: Type.Optional(Schedule),
  }),
);

export const OfPump = FormObject({ device_id: DeviceId, sensor_name: SensorName });
export const PumpCleared = Type.Object({
  device_id: Type.String(),
  sensor_name: Type.String(),
  latched: Type.Literal(false),
});

/** @param now decides whether a pending command has expired. */
export function presentCommand(command: CommandRow, now: number): Static<typeof Command> {
  return {
    id: command.id,
    device_id: String(command.device_id),
    sensor_name: command.sensor_name,
    command: command.command as PumpCommand,
    turn_on_below: command.turn_on_below,
    turn_off_above: command.turn_off_above,
    status: statusAt(command, now),
    source: command.source as CommandSource,
    created_at: toIso(command.created_at),
    delivered_at: toIsoOrNull(command.delivered_at),
    acknowledged_at: toIsoOrNull(command.acknowledged_at),
    ...(command.schedule !== null && { schedule: JSON.parse(command.schedule) }),
  };
}
