import { readingFields } from '../../db/tables/reading-fields.ts';
import { defaultThresholds } from '../status.ts';
import { blindFrom, oldLevelMs, type SourceTank } from './pump-automation.ts';

/** Tank from which a pump takes its water, as a configuration stores it. */
export type FillsFrom = { deviceId: number; sensorName: string };

/** Latest level of that tank; its fields are null where there is none. */
export type SourceLevel = {
  filtered_level: number | null;
  level: number | null;
  recorded_at: number | null;
  quality: number | null;
  low_threshold: number | null;
};

export function packSource({ deviceId, sensorName }: FillsFrom): string {
  return JSON.stringify([deviceId, sensorName]);
}

export function unpackSource(text: string): FillsFrom {
  const [deviceId, sensorName] = JSON.parse(text) as [number, string];
  return { deviceId, sensorName };
}

/** @param usualMs usual interval of its device in milliseconds, where it is known and asked for */
export function toSourceTank(
  row: SourceLevel | undefined,
  now: number,
  usualMs?: number,
): SourceTank {
  const level = row && currentLevel(row, now);
  const isBelieved = row?.quality !== readingFields.quality.words.suspect;
  return {
    level,
    // The filter follows a tank that is being emptied late, and the pump is to stop at the threshold.
    lowest: level === undefined || !isBelieved ? level : Math.min(level, row?.level ?? level),
    low: row?.low_threshold ?? defaultThresholds.low,
    blindAt: blindFrom(row?.recorded_at ?? 0, usualMs),
  };
}

/** Returns the filtered level of a sensor's latest reading; undefined where it is unknown or too old. */
export function currentLevel(
  { filtered_level, level, recorded_at }: Omit<SourceLevel, 'low_threshold' | 'quality'>,
  now: number,
): number | undefined {
  const isOld = recorded_at === null || recorded_at <= now - oldLevelMs;
  return isOld ? undefined : (filtered_level ?? level ?? undefined);
}
