import { type Static, Type } from 'typebox';
import { fault } from '../../kit/api/failures/faults.ts';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  OptionalNullable,
  Shaped,
} from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import { capacityRange, highRange, lowRange } from '../device-rules.ts';
import { DeviceId, SensorName } from '../fields.ts';
import { mutableKinds } from '../incidents/kinds.ts';
import { readMutedKinds } from '../incidents/muted-kinds.ts';
import { defaultPumpMinutes } from '../pumps/pump-automation.ts';
import { unpackSource } from '../pumps/source-tank.ts';
import { readTank } from '../tank-shapes/stored-gauge.ts';
import { TankAnswer, TankForm } from '../tank-shapes/tank-schema.ts';
import type { SensorConfig } from './queries.ts';
import { supplyPattern } from './supply.ts';

const Capacity = Type.Integer({ ...capacityRange, description: 'Litres.' });
const High = Type.Integer({ ...highRange, description: 'Percent of capacity.' });
const Low = Type.Integer({ ...lowRange, description: 'Percent of capacity.' });
/** Our extension: stated supply times, for which water has to last. */
const Supply = Shaped(supplyPattern, fault('supply'), {
  maxLength: 200,
  description:
    'When water comes: `Mon, Thu 04:00 to 11:00` or `daily 20:00 to 06:00`, several with `;`.',
});

const Muted = Type.Array(OneOf(mutableKinds), {
  maxItems: 50,
  description: 'Kinds of alert that are switched off for the sensor; an empty list: none.',
});

/**
 * Our extension: longest run and least rest of the sensor's pump, and the tank that it takes its water from.
 */
const PumpMax = Type.Integer({ minimum: 1, maximum: 1440, description: 'Minutes.' });
const PumpRest = Type.Integer({ minimum: 0, maximum: 1440, description: 'Minutes.' });
const PumpRate = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Litres that the pump brings in an hour; 0 where that is not known.',
});
const FillsFromForm = Type.Object({
  device_id: Type.Optional(DeviceId),
  sensor_name: SensorName,
});

/**
 * A field left out takes its default in a new configuration, and stays as it is in an existing one; null
 * removes the tank, and the tank that the pump takes its water from.
 */
export const ConfigForm = Named(
  'SensorConfigForm',
  Type.Object({
    device_id: DeviceId,
    sensor_name: SensorName,
    capacity: OptionalNullable(Capacity),
    high_threshold: OptionalNullable(High),
    low_threshold: OptionalNullable(Low),
    tank: OptionalNullable(TankForm),
    supply: OptionalNullable(Supply),
    muted: OptionalNullable(Muted),
    pump_max_minutes: OptionalNullable(PumpMax),
    pump_rest_minutes: OptionalNullable(PumpRest),
    pump_litres_per_hour: OptionalNullable(PumpRate),
    fills_from: OptionalNullable(FillsFromForm),
  }),
);
export type ConfigForm = Static<typeof ConfigForm>;

/** Amount of water known to a person, now or at the moment of a given measurement. */
export const CalibrateForm = Type.Object({
  device_id: DeviceId,
  sensor_name: SensorName,
  amount: Type.Number({ minimum: 0, maximum: 1_000_000 }),
  unit: OneOf(['cm', 'litres', 'percent'], { description: 'A full tank is 100 percent.' }),
  measured_cm: OptionalNullable(
    Type.Number({
      minimum: 0,
      maximum: 10_000,
      description: 'The `level_cm` of the reading that is meant; of the latest where left out.',
    }),
  ),
});
export type CalibrateForm = Static<typeof CalibrateForm>;

export const ListQuery = FormObject({ device_id: DeviceId });

export const Config = Named(
  'SensorConfig',
  Type.Object({
    id: Type.Integer(),
    device_id: Type.String(),
    sensor_name: Type.String(),
    capacity: Type.Integer(),
    high_threshold: Type.Integer(),
    low_threshold: Type.Integer(),
    tank: Nullable(TankAnswer),
    supply: Nullable(Type.String()),
    muted: Type.Array(OneOf(mutableKinds)),
    pump_max_minutes: Type.Integer(),
    pump_rest_minutes: Type.Integer(),
    pump_litres_per_hour: Nullable(Type.Integer()),
    fills_from: Nullable(Type.Object({ device_id: Type.String(), sensor_name: Type.String() })),
    created_at: Instant,
    updated_at: Instant,
  }),
);

export const Removed = Type.Object({ id: Type.Integer(), removed: Type.Literal(true) });

export function presentConfig(config: SensorConfig): Static<typeof Config> {
  return {
    id: config.id,
    device_id: String(config.device_id),
    sensor_name: config.sensor_name,
    capacity: config.capacity,
    high_threshold: config.high_threshold,
    low_threshold: config.low_threshold,
    tank: config.tank === null ? null : readTank(config.tank),
    supply: config.supply,
    muted: readMutedKinds(config.muted_kinds),
    pump_max_minutes: config.pump_max_minutes ?? defaultPumpMinutes.maxRun,
    pump_rest_minutes: config.pump_rest_minutes ?? defaultPumpMinutes.rest,
    pump_litres_per_hour: config.pump_litres_per_hour,
    fills_from: config.fills_from === null ? null : presentSource(config.fills_from),
    created_at: toIso(config.created_at),
    updated_at: toIso(config.updated_at),
  };
}

function presentSource(text: string) {
  const { deviceId, sensorName } = unpackSource(text);
  return { device_id: String(deviceId), sensor_name: sensorName };
}
