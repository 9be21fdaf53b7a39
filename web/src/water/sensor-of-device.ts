import type { TankSensor } from '../api/operations.ts';

/** What each part of the screen is about. */
export type SensorOfDevice = { deviceId: string; sensor: TankSensor };
