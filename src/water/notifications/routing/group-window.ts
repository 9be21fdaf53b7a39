import type { Severity } from '../../fields.ts';

/** What comes within it goes into the same message: a storm is one message. */
const usualWindowMs = 30_000;
const criticalWindowMs = 5000;

/** How far ahead a person's message gathers what waits. */
export const longestWindowMs = usualWindowMs;

/** How long a change waits for others before its person is told. */
export function windowOf(severity: Severity, isResolved: boolean): number {
  return severity === 'critical' && !isResolved ? criticalWindowMs : usualWindowMs;
}
