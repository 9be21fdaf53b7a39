import { roundTo } from '../../../kit/round.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Detector, Memory, Observation } from '../detector.ts';

/** Least step, in percent and in deviations of the noise. */
const leastStep = 15;
const leastDeviations = 8;
/** Multiple of the tank's steepest fall between two readings that a step down must exceed. */
const steepest = 4;
/** Factor per reading by which the steepest fall decays: to half in about 7,000 readings. */
const forgetting = 0.9999;
/** Greatest flow of a tanker's pump, in litres a minute. */
const tankerRate = 1200;
/** Share of the step by which readings may differ from it before it is confirmed. */
const settledShare = 0.15;
/** Believed readings that must confirm a step. */
const confirming = 3;
/** Believed readings after a doubted level before a new step can begin. */
const mostFresh = 5;
/** Silence after which a change of any size is possible. */
const longestStepMs = hourMs;
const acceptedMs = dayMs;

/**
 * Finds a level that changed from one reading to the next by more than water can do, and stayed there: the
 * sensor has fallen, or was moved. The step begins with a suspect reading, and is judged once the ledger
 * believes it; flowing water shows levels between. The steepest fall of a tank is learnt; a rise is limited
 * by the flow of a tanker, so rises are not judged where the capacity is unknown.
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

/** Remembers the step with which doubt begins, unless the level before it was in doubt itself. */
function noteDoubt({ raw, before, recordedAt }: Observation, memory: Memory): Memory {
  if (!before || before.isSuspect || memory.fresh) return memory;
  const { agreed: _, ...kept } = memory;
  return { ...kept, from: before.level, to: raw, span: recordedAt - before.recordedAt };
}

/** Returns the memory after a reading that ends all doubt. */
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
