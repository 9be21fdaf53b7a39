import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { DeviceRecord } from '../devices/queries.ts';
import { presentDevice } from '../devices/schemas.ts';
import { presentCommand } from '../pump-commands/schemas.ts';
import { hourOf } from '../record/rollup.ts';
import {
  countUnreadOf,
  findConfigsOf,
  findNewestCommands,
  findSensorsOf,
  sumUpUse,
} from './queries.ts';
import { type ConfigRow, presentTankSensor, type SensorRow, type Tank } from './schemas.ts';
import type { WeekOfUse } from './time-to-empty.ts';

export type TanksDeps = { db: Database; clock: Clock; onlineMs: number };

const weekMs = 7 * 24 * 3_600_000;

/** Some devices as an overview shows them, in their order, with as many queries for 500 as for one. */
export async function readTanks(
  { db, clock, onlineMs }: TanksDeps,
  devices: DeviceRecord[],
): Promise<Tank[]> {
  if (devices.length === 0) return [];
  const now = clock();
  const ids = devices.map(({ id }) => id);
  const [sensors, configs, uses, unread, commands] = await Promise.all([
    findSensorsOf(db.longRead, ids),
    findConfigsOf(db.longRead, ids),
    sumUpUse(db.longRead, ids, hourOf(now - weekMs)),
    countUnreadOf(db.longRead, ids),
    findNewestCommands(db.longRead, ids),
  ]);
  const sensorsOf = Map.groupBy(sensors, ({ device_id }) => device_id);
  const configsOf = Map.groupBy(configs, ({ device_id }) => device_id);
  const weeks = new Map(uses.map((use) => [`${use.device_id}-${use.sensor_no}`, toWeek(use)]));
  const unreadOf = new Map(unread.map(({ device_id, count }) => [device_id, Number(count)]));
  const commandOf = new Map(commands.map((command) => [command.device_id, command]));

  return devices.map((device) => {
    const { id, created_at, ...shown } = presentDevice(device, { now, onlineMs });
    const command = commandOf.get(device.id);
    return {
      device_id: id,
      ...shown,
      unread_alerts: unreadOf.get(device.id) ?? 0,
      sensors: pairUp(sensorsOf.get(device.id) ?? [], configsOf.get(device.id) ?? [], weeks),
      pump: command ? presentCommand(command, now) : null,
    };
  });
}

/** Each sensor with its configuration, then those that are configured and have sent nothing yet. */
function pairUp(sensors: SensorRow[], configs: ConfigRow[], weeks: Map<string, WeekOfUse>) {
  const silent = configs.filter((config) =>
    sensors.every(({ name }) => name !== config.sensor_name),
  );
  return [
    ...sensors.map((sensor) =>
      presentTankSensor(
        sensor,
        configs.find(({ sensor_name }) => sensor_name === sensor.name),
        weeks.get(`${sensor.device_id}-${sensor.sensor_no}`),
      ),
    ),
    ...silent.map((config) => presentTankSensor(undefined, config, undefined)),
  ];
}

function toWeek(use: Awaited<ReturnType<typeof sumUpUse>>[number]): WeekOfUse {
  return {
    firstHour: use.first_hour,
    lastHour: use.last_hour,
    consumedLevel: Number(use.consumed_level),
    consumedVolume: Number(use.consumed_volume),
    hasVolume: Number(use.with_volume) > 0,
  };
}
