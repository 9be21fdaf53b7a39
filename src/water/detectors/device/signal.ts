import { roundTo } from '../../../kit/round.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Detector, Health } from '../detector.ts';

/**
 * dBm at which a network is weak, and next to gone: +CSQ 5 and 2 of 3GPP TS 27.007, of which 0 is -113.
 * Wi-Fi is gone before.
 */
const weak = -103;
const nearlyGone = -109;
/** It is good again from so many dBm above. */
const margin = 4;
/** Share of each value in the mean of late: a single one says little. */
const share = 0.2;

/** A network that hardly reaches the device any more. */
export const signal: Detector<'signal', Health> = {
  kind: 'signal',
  patienceMs: hourMs,
  remembers: ['mean'],
  judge: ({ signal }, memory) => {
    if (signal === null) {
      return { verdict: { is: 'unclear' }, ...(memory.mean !== undefined && { memory }) };
    }
    // While it is good nothing is remembered.
    const { mean: known = weak + margin } = memory;
    const mean = roundTo(known + share * (signal - known), 1);
    if (mean >= weak + margin) return { verdict: { is: 'fine' } };
    if (mean > weak) return { verdict: { is: 'unclear' }, memory: { mean } };
    const severity = mean <= nearlyGone ? 'critical' : 'warning';
    return { verdict: { is: 'wrong', severity, facts: { signal: mean } }, memory: { mean } };
  },
};
