import { LRUCache } from 'lru-cache';
import { keepMost } from '../../kit/keep-most.ts';
import type { BatchStatements, DeviceStatus, SensorKey, SensorState } from './batch-statements.ts';

/** Sensors and devices that are kept; about 1 KB each. */
const mostKept = 20_000;

type CacheControl = {
  forgetAll: () => void;
  /** Forgets what a statement of somebody else may have changed. */
  noticeWrite: (sql: string) => void;
};

/**
 * Keeps what nearly every batch reads first: the state of its devices and sensors. Right only where
 * one connection does all the writing, and only while it is told of what else that connection writes.
 *
 * A batch changes what it is given in place and then saves it; so after a batch that failed,
 * everything must be forgotten.
 */
export function cacheStatements(statements: BatchStatements): BatchStatements & CacheControl {
  const devices = new LRUCache<number, DeviceStatus>(keepMost(mostKept));
  const sensors = new LRUCache<string, SensorState>(keepMost(mostKept));

  const holdDevices = (ids: number[]) =>
    throughCache(ids, devices, (id) => id, statements.holdDevices);
  const findSensors = (keys: SensorKey[]) =>
    throughCache(keys, sensors, sensorKey, statements.findSensors);

  const forgetAll = () => {
    devices.clear();
    sensors.clear();
  };

  return {
    ...statements,
    holdDevices,
    findSensors,
    addSensors: (keys) => {
      const added = statements.addSensors(keys);
      for (const sensor of added) {
        sensors.set(sensorKey({ deviceId: sensor.device_id, name: sensor.name }), sensor);
      }
      return added;
    },
    forgetAll,
    noticeWrite: (sql) => {
      if (/\bdevice_status\b/.test(sql)) devices.clear();
      if (/\bsensors\b|\bsensor_configs\b/.test(sql)) sensors.clear();
    },
  };
}

function throughCache<K, C extends string | number, V extends object>(
  keys: K[],
  cache: LRUCache<C, V>,
  toCacheKey: (key: K) => C,
  load: (keys: K[]) => (V | undefined)[],
): (V | undefined)[] {
  const found = keys.map((key) => cache.get(toCacheKey(key)));
  const missing = keys.filter((_, index) => !found[index]);
  if (missing.length === 0) return found;
  const loaded = load(missing);
  let next = 0;
  return keys.map((key, index) => {
    if (found[index]) return found[index];
    const value = loaded[next++];
    if (value) cache.set(toCacheKey(key), value);
    return value;
  });
}

function sensorKey({ deviceId, name }: SensorKey): string {
  return `${deviceId}/${name}`;
}
