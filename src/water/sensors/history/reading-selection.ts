import type { SensorSpan } from '../queries.ts';
import type { Naming, renderers } from './reading-renderers.ts';

export type Selection = {
  deviceId: number;
  sensors: readonly SensorSpan[];
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
  renderer: keyof typeof renderers;
  /** Aborted when nobody waits for the readings any more; reads then fail. */
  signal: AbortSignal;
};

/**
 * Readings of a page: 1,000 take the reader's thread some 1.5 ms, so that other reads wait little; larger
 * pages are no faster, since they outgrow what its garbage collector clears cheaply.
 */
export const pageSize = 1000;

export function namingOf({ deviceId, sensors }: Pick<Selection, 'deviceId' | 'sensors'>): Naming {
  return {
    deviceId,
    sensorNames: new Map(sensors.map(({ sensor_no, name }) => [sensor_no, name])),
  };
}
