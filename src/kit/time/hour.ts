import { hourMs } from './units.ts';

/** The start of the hour of an instant, in UTC. */
export function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}
