import { hourOf } from '../../../kit/time/hour.ts';
import type { HourKey } from '../batch-statements.ts';
import type { Rollup } from '../rollups/rollup.ts';
import type { RememberedDevices } from './device-memory.ts';

/**
 * The rollups that a batch has found or saved, so that it asks for none again and knows which are there:
 * the newest of each sensor with its device, from one batch to the next, the others for this batch alone.
 */
export function createRollupMemory(devices: RememberedDevices) {
  const others = new Map<string, Rollup>();

  const newestOf = ({ device_id, sensor_no, hour }: HourKey): Rollup | undefined => {
    const rollup = devices.get(device_id)?.newestRollups.get(sensor_no);
    return rollup?.hour === hour ? rollup : undefined;
  };
  const recall = (key: HourKey) => newestOf(key) ?? others.get(hourKey(key));

  return {
    recall,
    noteFound: (rollups: Rollup[]): void => {
      for (const rollup of rollups) {
        if (!recall(rollup)) others.set(hourKey(rollup), rollup);
      }
    },
    noteSaved: (rollups: Rollup[]): void => {
      for (const rollup of rollups) {
        const newest = devices.get(rollup.device_id)?.newestRollups;
        const known = newest?.get(rollup.sensor_no);
        const isNewest = newest !== undefined && (!known || known.hour <= rollup.hour);
        if (isNewest) newest.set(rollup.sensor_no, rollup);
        const other = isNewest ? known : rollup;
        if (other) others.set(hourKey(other), other);
      }
    },
  };
}

/**
 * Notes how far the sensors of a batch are before it.
 * @returns whether an hour is that of its sensor's latest reading by then, or a later one.
 */
export function noteNewestHours(devices: RememberedDevices): (key: HourKey) => boolean {
  const hours = new Map<string, number>();
  for (const { sensors } of devices.values()) {
    for (const { device_id, sensor_no, recorded_at } of sensors.values()) {
      if (recorded_at !== null) hours.set(`${device_id}/${sensor_no}`, hourOf(recorded_at));
    }
  }
  return ({ device_id, sensor_no, hour }) =>
    hour >= (hours.get(`${device_id}/${sensor_no}`) ?? Number.POSITIVE_INFINITY);
}

function hourKey({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}
