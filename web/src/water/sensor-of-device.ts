import type { TankSensor } from '../live/tank.ts';

/** What each part of the screen is about. */
export type SensorOfDevice = { deviceId: string; sensor: TankSensor };
