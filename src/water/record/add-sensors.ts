import {
  ask,
  type BatchWork,
  type SensorCount,
  type SensorKey,
  type SensorState,
} from './batch-statements.ts';

/** A sensor of some readings; one whose readings say no level is worth nothing without its tank. */
export type WantedSensor = SensorKey & { mustBeConfigured?: boolean };

/** Adds as many of the sensors, in their order, as their devices have room for. */
export function* addSensors(
  keys: WantedSensor[],
  sensorsPerDevice: number,
): BatchWork<SensorState[]> {
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
