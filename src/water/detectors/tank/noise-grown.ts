import { roundTo } from '../../../kit/round.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Detector, Memory } from '../detector.ts';
import { followTurns, judgeTurns, turnNames } from './turns.ts';

/** Readings after which the usual noise is known, */
const leastReadings = 200;
/**
 * and the times in which it follows the noise, up in a day and down in weeks, so that a day's pumping belongs
 * to it.
 */
const riseMs = 24 * hourMs;
const slowMs = 14 * 24 * hourMs;
/**
 * Multiple of the usual noise above which it is followed slowly, too, so that it does not become usual
 * unnoticed.
 */
const strange = 1.8;
/** Multiple of the usual noise, and least growth in percent, from which noise is wrong; */
const grown = 2.8;
const leastGrowth = 0.5;
/** multiple below which it is fine again. */
const back = 2.2;
/** Longest step that counts in full: a pause says nothing of noise. */
const longestStepMs = hourMs;

/**
 * Finds noise that has grown to a multiple of what was usual for this sensor: a loose mounting, foam, a cable
 * that lets water in. Inflowing water makes waves of two to three times the noise of still water, for hours;
 * that is usual. Of boards that send rarely or hold their value, turns of the level tell it (`turns.ts`).
 */
export const noiseGrown: Detector<'noise'> = {
  kind: 'noise',
  patienceMs: 4 * hourMs,
  remembers: ['usual', 'readings', ...turnNames],
  judge: (observation, known) => {
    const { recordedAt, noise, before } = observation;
    const { usual = noise, readings = 0 } = known;
    const isKnown = readings >= leastReadings;
    const isLoud = noise > grown * usual && noise > usual + leastGrowth;
    const stepMs = Math.min(longestStepMs, recordedAt - (before?.recordedAt ?? recordedAt));
    const memory: Memory = {
      usual: roundTo(follow(usual, noise, isKnown && noise > strange * usual, stepMs), 4),
      readings: Math.min(readings + 1, leastReadings),
      ...followTurns(observation, known),
    };
    const turns = judgeTurns(memory);
    if (turns?.is === 'grown') {
      const facts = { noise: turns.noise, usual: turns.usual };
      return { verdict: { is: 'wrong', severity: 'warning', facts }, memory };
    }
    if (!isKnown) return { verdict: { is: turns?.is === 'unclear' ? 'unclear' : 'fine' }, memory };
    if (isLoud) {
      return { verdict: { is: 'wrong', severity: 'warning', facts: { noise, usual } }, memory };
    }
    const isBack =
      turns?.is !== 'unclear' && (noise < back * usual || noise < usual + leastGrowth / 2);
    return { verdict: { is: isBack ? 'fine' : 'unclear' }, memory };
  },
};

function follow(usual: number, noise: number, isStrange: boolean, stepMs: number): number {
  const inMs = noise > usual && !isStrange ? riseMs : slowMs;
  return usual + (noise - usual) * Math.min(1, stepMs / inMs);
}
