import type { Device, PumpCommand, Reading, Tank, TankSensor } from '../api/operations.ts';

export type Change = (tank: Tank) => Tank;

/** A change that is of one device alone. */
export type DeviceChange = { deviceId: string; changed: Change };

/** Applies changes in their order; a tank that none is of stays the same object. */
export function withChanges(tanks: readonly Tank[], changes: readonly DeviceChange[]): Tank[] {
  const byDevice = new Map<string, Change[]>();
  for (const { deviceId, changed } of changes) {
    const of = byDevice.get(deviceId);
    if (of) of.push(changed);
    else byDevice.set(deviceId, [changed]);
  }
  return tanks.map((tank) =>
    (byDevice.get(tank.device_id) ?? []).reduce((each, changed) => changed(each), tank),
  );
}

/**
 * Applies a reading to a tank; a late one does not replace a newer level. Whether a device is online is told by an
 * event of its own: what a person has typed, or a device has kept, is no sign of life.
 */
export function withReading(tank: Tank, reading: Reading): Tank {
  if (tank.device_id !== reading.device_id) return tank;
  const { sensor_name, recorded_at } = reading;
  const before = tank.sensors.find((each) => each.sensor_name === sensor_name);
  if (before?.recorded_at && before.recorded_at > recorded_at) return tank;
  const { id: _, device_id: _device, latitude, longitude, source, ...latest } = reading;
  const last_seen_at =
    source === 'device' ? later(tank.last_seen_at, recorded_at) : tank.last_seen_at;
  const after: TankSensor = { ...(before ?? unconfigured), ...latest };
  return {
    ...tank,
    last_seen_at,
    sensors: before
      ? tank.sensors.map((each) => (each === before ? withTimeLeft(before, after) : each))
      : [...tank.sensors, after],
  };
}

/** Step of the level that the server may doubt, in percent (`largeStep` of its ledger). */
const doubtedStep = 8;

/** Whether a reading may begin a doubt of the level or end one, of which there is no event of its own. */
export function mayChangeDoubt(tanks: readonly Tank[], reading: Reading): boolean {
  const tank = tanks.find(({ device_id }) => device_id === reading.device_id);
  const before = tank?.sensors.find(({ sensor_name }) => sensor_name === reading.sensor_name);
  if (!before || before.level === null) return false;
  return Boolean(before.doubt) || Math.abs(reading.level - before.level) > doubtedStep;
}

/** Applies a command's state to a tank; a command older than the shown one changes nothing. */
export function withCommand(tank: Tank, command: PumpCommand): Tank {
  if (tank.device_id !== command.device_id) return tank;
  if (tank.pump && tank.pump.id > command.id) return tank;
  return { ...tank, pump: command };
}

export function withDevice(
  tank: Tank,
  device: Pick<Device, 'id' | 'online' | 'last_seen_at'>,
): Tank {
  if (tank.device_id !== device.id) return tank;
  return { ...tank, online: device.online, last_seen_at: device.last_seen_at };
}

/** Applies a newer forecast of how long a sensor's water lasts. */
export function withForecast(
  tank: Tank,
  { sensor_name, time_to_empty }: Pick<TankSensor, 'sensor_name' | 'time_to_empty'>,
): Tank {
  const sensors = tank.sensors.map((each) =>
    each.sensor_name === sensor_name ? { ...each, time_to_empty } : each,
  );
  return { ...tank, sensors };
}

/** Applies the latches of a tank's pumps, which have no event. */
export function withLatches(
  tank: Tank,
  latches: readonly Pick<TankSensor, 'sensor_name' | 'latch'>[],
): Tank {
  const sensors = tank.sensors.map((each) => {
    const { latch } = latches.find(({ sensor_name }) => sensor_name === each.sensor_name) ?? each;
    return { ...each, latch };
  });
  return { ...tank, sensors };
}

/** Scales the time to empty with the level, at an unchanged rate of use. */
function withTimeLeft(before: TankSensor, after: TankSensor): TankSensor {
  const { time_to_empty: times, recorded_at: then, level } = before;
  const { recorded_at: now } = after;
  if (!times || !then || !now || !level || after.level === null) return after;
  const share = after.level / level;
  const moved = (instant: string) => {
    const left = Date.parse(instant) - Date.parse(then);
    return new Date(Date.parse(now) + Math.max(0, left) * share).toISOString();
  };
  const { low, middle, high, low_at, middle_at, high_at } = times;
  const hours = { low: low * share, middle: middle * share, high: high * share };
  const instants = {
    low_at: moved(low_at),
    middle_at: moved(middle_at),
    high_at: moved(high_at),
  };
  return { ...after, time_to_empty: { ...hours, ...instants } };
}

/** Values of a sensor created after the tank was loaded. */
const unconfigured = {
  capacity: null,
  high_threshold: null,
  low_threshold: null,
  unit: 'percent',
  daily_use: null,
  time_to_empty: null,
  latch: null,
  doubt: null,
} as const;

function later(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}
