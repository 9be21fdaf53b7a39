/** Steps between the lines of a grid, in degrees: 0.01 is about 1.1 km in Kenya. */
const steps = [5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];

/** Most lines in one direction, far above what a screen shows. */
const mostLines = 40;

type Range = { from: number; to: number };

/**
 * Finds the lines of latitude or longitude that a view shows, at round degrees.
 * @param leastStep least distance of two lines, in degrees.
 * @returns degrees, rising, with the decimals that they need.
 */
export function gridLines({ from, to }: Range, leastStep: number): string[] {
  const step = steps.filter((each) => each >= leastStep).pop() ?? 5;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.min(Math.floor(to / step + 1e-9), first + mostLines - 1);
  const lines: string[] = [];
  for (let at = first; at <= last; at++) lines.push((at * step).toFixed(decimals));
  return lines;
}

/** A line's degrees as they are written: "1.25° S". */
export function degreesText(line: string, [positive, negative]: readonly [string, string]): string {
  const degrees = Number(line);
  const text = line.replace('-', '');
  return degrees === 0 ? '0°' : `${text}° ${degrees > 0 ? positive : negative}`;
}
