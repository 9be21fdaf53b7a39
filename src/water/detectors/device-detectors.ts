import { roundTo } from '../../kit/round.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { DeviceKind } from '../incidents/kinds.ts';
import type { Detector, Health } from './detector.ts';

/** Percent of the charge at which a battery is low, and critically low. */
const low = 20;
const veryLow = 10;
/** Percent above `low` at which it counts as charged again: the charge sinks a little under load. */
const chargeMargin = 5;

export const battery: Detector<'battery', Health> = {
  kind: 'battery',
  patienceMs: 30 * minuteMs,
  remembers: [],
  judge: ({ battery }) => {
    if (battery === null || (battery > low && battery < low + chargeMargin)) {
      return { verdict: { is: 'unclear' } };
    }
    if (battery > low) return { verdict: { is: 'fine' } };
    const severity = battery <= veryLow ? 'critical' : 'warning';
    return { verdict: { is: 'wrong', severity, facts: { battery } } };
  },
};

/**
 * dBm at which a network is weak, and nearly gone: +CSQ 5 and 2 of 3GPP TS 27.007, where 0 is -113 dBm. Wi-Fi
 * is gone before.
 */
const weak = -103;
const nearlyGone = -109;
/** dBm above `weak` at which it is good again. */
const signalMargin = 4;
/** Weight of each value in the running mean, as a single one is not significant. */
const meanShare = 0.2;

/** Finds a network that hardly reaches the device any more. */
export const signal: Detector<'signal', Health> = {
  kind: 'signal',
  patienceMs: hourMs,
  remembers: ['mean'],
  judge: ({ signal }, memory) => {
    if (signal === null) {
      return { verdict: { is: 'unclear' }, ...(memory.mean !== undefined && { memory }) };
    }
    // While the network is good nothing is remembered.
    const { mean: known = weak + signalMargin } = memory;
    const mean = roundTo(known + meanShare * (signal - known), 1);
    if (mean >= weak + signalMargin) return { verdict: { is: 'fine' } };
    if (mean > weak) return { verdict: { is: 'unclear' }, memory: { mean } };
    const severity = mean <= nearlyGone ? 'critical' : 'warning';
    return { verdict: { is: 'wrong', severity, facts: { signal: mean } }, memory: { mean } };
  },
};

/** Tells of a clock that is off, stands still or jumps, which `water/device-clock.ts` finds out. */
export const clock: Detector<'clock', Health> = {
  kind: 'clock',
  patienceMs: 0,
  remembers: [],
  judge: ({ clock }) => {
    if (clock === undefined) return { verdict: { is: 'unclear' } };
    if (clock === null) return { verdict: { is: 'fine' } };
    return { verdict: { is: 'wrong', severity: 'warning', facts: clock } };
  },
};

/** Detectors of a device's health, in the order in which they run. */
export const deviceDetectors: readonly { [K in DeviceKind]: Detector<K, Health> }[DeviceKind][] = [
  battery,
  signal,
  clock,
];
