import { hourMs } from './units.ts';

export function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}
