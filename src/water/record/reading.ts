import type { Flag } from '../../db/flag.ts';
import type { ReadingRow } from './rollup.ts';
import type { SettleReadings } from './settle-readings.ts';

/** Who made a reading, as it is stored. */
export const deviceSource = 0;
export const userSource = 1;

/** A reading on its way in, checked and identified. */
export type NewReading = {
  deviceId: number;
  sensorName: string;
  /** When it was measured, as the device says, or null: now. */
  recordedAt: number | null;
  /** Percent, 0 to 100. */
  level: number;
  levelCm: number | null;
  /** Litres. */
  volume: number | null;
  temperature: number | null;
  pump: Flag | null;
  latitude: number | null;
  longitude: number | null;
  /** 0 normal, 1 warning, 2 critical; null lets the rules decide. */
  status: number | null;
  /** 0 device, 1 user. */
  source: number;
  /** Percent; of the device's battery, where it says so. */
  battery: number | null;
  /** dBm; of the device's network, where it says so. */
  signal: number | null;
};

/** A reading as it is stored, once it is durable. */
export type RecordedReading = ReadingRow & {
  sensor_name: string;
  /** Pump commands that wait for the device. */
  pending_commands: number;
};

/**
 * What a batch did besides storing readings: an alert or a pump command that it made or changed, by
 * its id, or a device that came online, by when it was heard of.
 */
export type Consequence = {
  kind: (typeof consequenceKinds)[number];
  deviceId: number;
  value: number;
};
export const consequenceKinds = ['alert', 'command', 'online'] as const;

/** That a device was heard of without a reading, at the instant of the batch. */
export type Heard = { deviceId: number; isHeard: true };

/** Takes readings one by one and makes them durable together. */
export type Recorder = {
  /**
   * Resolves once the reading and all that follows from it are on the disk.
   * @throws ApiError 404 when the device is gone, 409 when it would be one sensor more than it may
   * have, 503 when the commit failed.
   */
  record: (reading: NewReading) => Promise<RecordedReading>;
  /**
   * Notes that a device was heard of. Here, since batches write its status, too, and remember it.
   * Where more readings wait than can be stored, it is let go.
   * @throws ApiError 503 when the commit failed.
   */
  hear: (deviceId: number) => Promise<void>;
  settle: SettleReadings;
};
