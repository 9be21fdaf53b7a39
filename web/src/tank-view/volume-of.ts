import type { TankSensor } from '../api/operations.ts';

/**
 * The litres in a tank. A reading from before its capacity was told has none of its own; they are what
 * the next one will have at the same level.
 */
export function volumeOf({ volume, capacity, level }: VolumeParts): number | null {
  if (volume !== null || capacity === null || level === null) return volume;
  return (capacity * level) / 100;
}

type VolumeParts = Pick<TankSensor, 'volume' | 'capacity' | 'level'>;
