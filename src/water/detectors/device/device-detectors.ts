import type { DeviceKind } from '../../incidents/kinds.ts';
import type { Detector, Health } from '../detector.ts';
import { battery } from './battery.ts';
import { signal } from './signal.ts';

/** What every new word of a device's health is looked through for, in this order. */
export const deviceDetectors: readonly { [K in DeviceKind]: Detector<K, Health> }[DeviceKind][] = [
  battery,
  signal,
];
