import { sensorKey, sensorsOf } from './batch-parts.ts';
import {
  ask,
  type BatchWork,
  type SensorCount,
  type SensorKey,
  type SensorState,
} from './batch-statements.ts';
import type { NewReading } from './reading.ts';

/** A sensor of some readings; one whose readings say no level is worth nothing without its tank. */
type WantedSensor = SensorKey & { mustBeConfigured?: boolean };

/**
 * The sensor of each reading; undefined where it is a new one for which its device has no room, or
 * whose readings say no level and which has no tank that could.
 */
export function* findOrAddSensors(
  readings: NewReading[],
  sensorsPerDevice: number,
): BatchWork<Map<NewReading, SensorState | undefined>> {
  const sensors = new Map<string, SensorState>();
  const take = (sensor: SensorState | undefined): void => {
    if (sensor) sensors.set(sensorKey(sensor.device_id, sensor.name), sensor);
  };
  const keyOf = ({ deviceId, sensorName }: NewReading) => sensorKey(deviceId, sensorName);
  const wanted = sensorsOf(readings);
  (yield* ask('findSensors', wanted)).forEach(take);
  const missing = wanted.filter(({ deviceId, name }) => !sensors.has(sensorKey(deviceId, name)));
  if (missing.length > 0) {
    const withLevel = new Set(readings.filter(({ level }) => level !== null).map(keyOf));
    const admissible = missing.map(({ deviceId, name }) => {
      const mustBeConfigured = !withLevel.has(sensorKey(deviceId, name));
      return { deviceId, name, mustBeConfigured };
    });
    (yield* addSensors(admissible, sensorsPerDevice)).forEach(take);
  }
  return new Map(readings.map((reading) => [reading, sensors.get(keyOf(reading))]));
}

/** Adds as many of the sensors, in their order, as their devices have room for. */
function* addSensors(keys: WantedSensor[], sensorsPerDevice: number): BatchWork<SensorState[]> {
  const counts = yield* ask('countSensors', keys);
  const admitted = admitSensors(keys, counts, sensorsPerDevice);
  return admitted.length > 0 ? yield* ask('addSensors', admitted) : [];
}

/** Those for which there is room; one that is configured has its place already. */
export function admitSensors(
  keys: readonly WantedSensor[],
  counts: readonly SensorCount[],
  sensorsPerDevice: number,
): WantedSensor[] {
  const taken = new Map<number, number>();
  return keys.filter(({ deviceId, mustBeConfigured = false }, index) => {
    const { known = 0, configured = 0 } = counts[index] ?? {};
    if (configured > 0) return true;
    if (mustBeConfigured) return false;
    const before = taken.get(deviceId) ?? known;
    if (before >= sensorsPerDevice) return false;
    taken.set(deviceId, before + 1);
    return true;
  });
}
