import { readingValuesOf } from '../../db/tables/reading-fields.ts';
import { statusOfLevel } from '../status.ts';
import { fillByShape } from '../tank-shapes/fill-by-shape.ts';
import { litresAt } from '../tank-shapes/litres-at.ts';
import { type Entry, type Refusal, thresholdsOf } from './batch-parts.ts';
import type { SensorState } from './batch-statements.ts';
import type { NewReading } from './reading.ts';

/**
 * Makes the row of a reading: what it says, and what its tank and thresholds say of the rest.
 * @param sensor undefined where it is a new one that was not added.
 */
export function toEntry(
  reading: NewReading,
  sensor: SensorState | undefined,
  now: number,
): Entry | Refusal {
  if (!sensor) return reading.level === null ? 'no-tank' : 'full';
  const { device_id, sensor_no, capacity, tank } = sensor;
  const values = readingValuesOf(reading);
  const refusal =
    tank === null ? undefined : fillByShape(values, reading.distance, { tank, capacity });
  if (refusal) return refusal;
  const { level } = values;
  if (level === null) return 'no-tank';
  const row = {
    device_id,
    sensor_no,
    recorded_at: reading.recordedAt ?? reading.takenAt ?? now,
    ...values,
    level,
    level_cm: values.level_cm === null ? null : Math.max(0, values.level_cm),
    source: reading.source,
    volume: values.volume ?? (capacity === null ? null : litresAt(level, capacity)),
    status: values.status ?? statusOfLevel(level, thresholdsOf(sensor)),
  };
  return { reading, row, sensor };
}
