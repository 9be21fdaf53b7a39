import { minuteMs } from '../../../kit/time/units.ts';
import type { Detector, Health } from '../detector.ts';

/** Percent of the charge at which a battery is low, and critical. */
const low = 20;
const veryLow = 10;
/** It is charged again from so many percent above: a load lets it sink by some. */
const margin = 5;

/** A battery that runs down. */
export const battery: Detector<'battery', Health> = {
  kind: 'battery',
  patienceMs: 30 * minuteMs,
  remembers: [],
  judge: ({ battery }) => {
    if (battery === null || (battery > low && battery < low + margin)) {
      return { verdict: { is: 'unclear' } };
    }
    if (battery > low) return { verdict: { is: 'fine' } };
    const severity = battery <= veryLow ? 'critical' : 'warning';
    return { verdict: { is: 'wrong', severity, facts: { battery } } };
  },
};
