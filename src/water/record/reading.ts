import type { Flag } from '../../db/tables.ts';

/** A reading on its way in, checked and identified. */
export type NewReading = {
  deviceId: number;
  /** Null when the sender did not say: the device's first configured sensor, else `main`. */
  sensorName: string | null;
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
};

/** What became of a reading once it was durable. */
export type RecordedReading = NewReading & {
  sensorName: string;
  sensorNo: number;
  recordedAt: number;
  status: number;
  /** Pump commands that wait for the device. */
  pendingCommands: number;
};

/** Takes readings one by one and makes them durable together. */
export type Recorder = {
  /**
   * Resolves once the reading and all that follows from it are on the disk.
   * @throws ApiError 404 when the device is gone, 503 when the commit failed.
   */
  record: (reading: NewReading) => Promise<RecordedReading>;
};
