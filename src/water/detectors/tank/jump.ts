import { roundTo } from '../../../kit/round.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Detector, Memory, Observation } from '../detector.ts';

/** A step is at least so large, in percent and in deviations of the noise. */
const leastStep = 15;
const leastDeviations = 8;
/** Beyond so many times the steepest fall that this tank has shown from one reading to the next. */
const steepest = 4;
/** Such falls are forgotten by half in a hundred times as many readings as they were seen in. */
const forgetting = 0.9999;
/** Litres a minute that a tanker's pump gives at most. */
const tankerRate = 1200;
/** Of a step, what may come beside it while it is in doubt. */
const settledShare = 0.15;
/** So many readings that are believed must confirm it. */
const confirming = 3;
/** A level that was doubted says nothing before so many readings have confirmed it. */
const mostFresh = 5;
/** After longer silence anything may have happened. */
const longestStepMs = hourMs;
/** What the sensor says is accepted after a day. */
const acceptedMs = dayMs;

/**
 * A level that has changed from one reading to the next by more than water can do, and stays there: the
 * sensor has fallen, or was turned. The step begins with a reading that is suspect, and is judged once the
 * ledger believes it; water that runs shows levels between. How steeply a tank falls is learnt; it rises
 * as a tanker fills it at most, so nothing is said of rises where the capacity is not known.
 */
export const jump: Detector<'jump'> = {
  kind: 'jump',
  patienceMs: 0,
  remembers: ['steep', 'fresh', 'raised', 'way', 'from', 'to', 'span', 'agreed'],
  judge: (observation, memory) => {
    if (observation.isSuspect) {
      return { verdict: { is: 'unclear' }, memory: noteDoubt(observation, memory) };
    }
    const { recordedAt, level } = observation;
    const { from, to, span, raised = 0, agreed = 0 } = memory;
    const isOpen = recordedAt - raised * minuteMs < acceptedMs;
    const kept = keep(observation, memory, isOpen);
    const verdict = { is: isOpen ? 'unclear' : 'fine' } as const;
    if (from === undefined || to === undefined || span === undefined)
      return { verdict, memory: kept };
    const step = to - from;
    const after = Math.abs(level - from) > leastStep ? { ...kept, fresh: mostFresh } : kept;
    if (!isThere(observation, step, to) || !isImpossible(step, span, observation, memory)) {
      return { verdict, memory: after };
    }
    if (agreed + 1 < confirming) return { verdict, memory: { ...memory, agreed: agreed + 1 } };
    const isBack = isOpen && step * (memory.way ?? 0) < 0;
    if (isBack) return { verdict: { is: 'fine' }, memory: { steep: after.steep ?? 0 } };
    const facts = { from, to, within_ms: span };
    const now = { raised: Math.floor(recordedAt / minuteMs), way: Math.sign(step) };
    return { verdict: { is: 'wrong', severity: 'warning', facts }, memory: { ...after, ...now } };
  },
};

/** Remembers the step with which doubt begins, unless what is left was hardly believed. */
function noteDoubt({ raw, before, recordedAt }: Observation, memory: Memory): Memory {
  if (!before || before.isSuspect || memory.fresh) return memory;
  const { agreed: _, ...kept } = memory;
  return { ...kept, from: before.level, to: raw, span: recordedAt - before.recordedAt };
}

/** What is remembered of a reading that ends all doubt. */
function keep(observation: Observation, memory: Memory, isOpen: boolean): Memory {
  const { recordedAt, level, before } = observation;
  const { steep = 0, fresh = 0, raised = 0, way = 0 } = memory;
  const isNext = before && !before.isSuspect && recordedAt - before.recordedAt <= longestStepMs;
  const fall = isNext ? before.level - level : 0;
  return {
    steep: Math.max(0, roundTo(Math.max(fall, steep * forgetting), 2)),
    ...(fresh > 1 && { fresh: fresh - 1 }),
    ...(isOpen && { raised, way }),
  };
}

/** Whether the level is where the step led. */
function isThere({ raw, noise }: Observation, step: number, to: number): boolean {
  return Math.abs(raw - to) <= Math.max(3, 6 * noise, settledShare * Math.abs(step));
}

function isImpossible(
  step: number,
  spanMs: number,
  { noise, capacity }: Observation,
  { steep = 0 }: Memory,
): boolean {
  if (spanMs > longestStepMs) return false;
  const least = Math.max(leastStep, leastDeviations * noise);
  if (step < 0) return -step > least + steepest * steep;
  if (capacity === null) return false;
  return step > least + (100 * tankerRate * (spanMs / minuteMs)) / capacity;
}
