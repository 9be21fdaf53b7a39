import { minuteMs } from '../../../kit/time/units.ts';
import type { Severity } from '../../fields.ts';

/** What comes within it goes into the same message: a storm is one message. */
const usualWindowMs = minuteMs;
const criticalWindowMs = 5000;

/** How far ahead a person's message gathers what waits. */
export const longestWindowMs = usualWindowMs;

/** From one message to a person to the next: what is critical and comes one by one is a storm, too. */
export const betweenMessagesMs = minuteMs;

/** How long a change waits for others before its person is told. */
export function windowOf(severity: Severity, isResolved: boolean): number {
  return severity === 'critical' && !isResolved ? criticalWindowMs : usualWindowMs;
}
