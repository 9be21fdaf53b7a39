import { number, percent } from '../../words/format.ts';
import { say } from './words.ts';

/** A distance in centimetres where the sensor sends them, and else in percent of the tank. */
export function distanceText(distance: { percent: number; cm?: number | null }): string {
  return distance.cm == null
    ? percent(distance.percent, 1)
    : say.centimetres({ value: number(distance.cm, 1) });
}
