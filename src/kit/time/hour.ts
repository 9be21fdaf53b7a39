export const hourMs = 3_600_000;

/** The start of the hour of an instant, in UTC. */
export function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}
