/** Figures change with every reading; asked for again this often they are near enough. */
const freshMs = 600_000;

/** A number that changes as new readings come, but at most so often: an input for `useLoad`. */
export function freshMoment(recordedAt: string | null): number {
  return recordedAt === null ? 0 : Math.floor(Date.parse(recordedAt) / freshMs);
}
