import { hourOf } from '../../../kit/time/hour.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { decide } from '../../pumps/pump-automation.ts';
import { toSituation } from '../../pumps/pump-situation.ts';
import {
  callsOftenEnough,
  livesFor,
  type NewSwitch,
  newSwitch,
  usualIntervalOf,
} from '../../pumps/pump-switch.ts';
import { toSourceTank, unpackSource } from '../../pumps/source-tank.ts';
import type { Batch } from '../batch-parts.ts';
import { ask, type BatchWork, type SensorState } from '../batch-statements.ts';
import type { Devices } from '../device-status.ts';
import { type Consequence, isOfNow } from '../reading.ts';

/**
 * Switches the pumps of sensors whose latest reading is of now, and sets when those that run are to be
 * looked at again; the sensors are saved after it.
 * @returns the commands that were cancelled or sent.
 */
export function* steerPumps(
  latest: SensorState[],
  devices: Devices,
  batch: Batch,
): BatchWork<Consequence[]> {
  const { now } = batch;
  const sensors = latest.filter((sensor) => isOfNow(sensor, now));
  const steered = sensors.filter(
    ({ auto_on_below, pump_state }) => auto_on_below !== null || pump_state !== null,
  );
  if (steered.length === 0) return [];
  const switches = yield* ask('findLastSwitches', steered.map(toKey));
  const switched: SensorState[] = [];
  const commands: NewSwitch[] = [];
  for (const [index, sensor] of steered.entries()) {
    const source = yield* findSource(sensor, sensors, { devices, now });
    const situation = toSituation(sensor, { last: switches[index], source }, now);
    const { command, checkAt } = decide(situation);
    sensor.pump_check_at = checkAt;
    if (!command) continue;
    const usualMs = command === 'on' ? yield* findUsualInterval(sensor, devices, now) : undefined;
    if (command === 'on' && !callsOftenEnough(usualMs, situation.limits.maxRunMs)) continue;
    const key = { deviceId: sensor.device_id, sensorName: sensor.name };
    const of = { command, source: 'auto', at: sensor.recorded_at ?? now } as const;
    switched.push(sensor);
    commands.push(newSwitch(key, of, { ...livesFor(usualMs, batch), now }));
  }
  if (commands.length === 0) return [];
  const cancelled = yield* ask('supersedeSwitches', switched.map(toKey), now);
  const sent = yield* ask('insertCommands', commands);
  return [...cancelled, ...sent].map(({ deviceId, id }) => ({
    kind: 'command',
    deviceId,
    value: id,
  }));
}

/**
 * Finds the tank that a pump takes its water from, as the same batch says where it does. The usual interval of its
 * device is asked for only where a usual level would be too old.
 */
function* findSource(
  { fills_from }: SensorState,
  sensors: SensorState[],
  { devices, now }: { devices: Devices; now: number },
) {
  if (fills_from === null) return undefined;
  const { deviceId, sensorName: name } = unpackSource(fills_from);
  const heard = sensors.find((each) => each.device_id === deviceId && each.name === name);
  const row = heard ?? (yield* ask('findSource', { deviceId, name }));
  const source = toSourceTank(row, now);
  if (!row || source.blindAt === undefined || source.blindAt > now) return source;
  return toSourceTank(row, now, yield* findUsualInterval({ device_id: deviceId }, devices, now));
}

function* findUsualInterval(
  { device_id }: Pick<SensorState, 'device_id'>,
  devices: Devices,
  now: number,
) {
  const hours = { from: hourOf(now - dayMs), until: hourOf(now) };
  const rhythm = devices.get(device_id)?.rhythm ?? '';
  return usualIntervalOf(yield* ask('findHoursOfDevice', device_id, hours), rhythm);
}

function toKey({ device_id, name }: SensorState) {
  return { deviceId: device_id, name };
}
