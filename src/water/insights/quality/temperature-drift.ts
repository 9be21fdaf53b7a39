/** What an hour without use changed: degrees, and percent of capacity. */
export type NightChange = { degrees: number; percent: number };

/** Percent of capacity a degree, that a sensor errs by. */
const leastDrift = 0.05;
/** Standard errors that it must differ from none by; and as many changes are needed. */
const leastErrors = 4;
const leastChanges = 24;

/**
 * How far the level that a sensor tells moves with its temperature, in percent of capacity a degree: the
 * slope of a line through changes from hour to hour at night, when use hides the least. Sound goes 0.17 %
 * faster with each degree (0.6 of 343 m/s), which a sensor may leave uncorrected.
 * @returns undefined where nothing shows.
 */
export function measureDrift(changes: readonly NightChange[]): number | undefined {
  if (changes.length < leastChanges) return undefined;
  const mean = (of: (change: NightChange) => number) =>
    changes.reduce((sum, change) => sum + of(change), 0) / changes.length;
  const degrees = mean((change) => change.degrees);
  const percent = mean((change) => change.percent);
  const variance = mean((change) => (change.degrees - degrees) ** 2);
  if (variance < 0.01) return undefined;
  const slope =
    mean((change) => (change.degrees - degrees) * (change.percent - percent)) / variance;
  const rest = mean(
    (change) => (change.percent - percent - slope * (change.degrees - degrees)) ** 2,
  );
  const error = Math.sqrt(rest / variance / changes.length);
  return Math.abs(slope) >= leastDrift && Math.abs(slope) > leastErrors * error ? slope : undefined;
}
