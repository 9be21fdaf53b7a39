import { minuteMs } from '../../../src/kit/time/units.ts';
import type { Detector, Memory, Observation } from '../../../src/water/detectors/detector.ts';
import type { DetectedKind } from '../../../src/water/incidents/kinds.ts';
import { defaultThresholds } from '../../../src/water/status.ts';

const origin = Date.UTC(2026, 0, 1);

/** A reading of a course: its level in percent, and whatever else is not as usual. */
export type Step = { level: number } & Partial<Omit<Observation, 'before'>>;

/** Findings of a detector in readings that come five minutes apart, each after the one before. */
export function judgeCourse<K extends DetectedKind>(
  detector: Detector<K>,
  steps: readonly Step[],
  everyMs = 5 * minuteMs,
) {
  let before: Observation | undefined;
  let memory: Memory | undefined;
  return steps.map((step, index) => {
    const observation: Observation = {
      recordedAt: origin + index * everyMs,
      raw: step.level,
      isSuspect: false,
      noise: 0,
      pump: null,
      thresholds: defaultThresholds,
      capacity: 5000,
      before,
      ...step,
    };
    const judged = detector.judge(observation, memory ?? {});
    before = observation;
    memory = judged.memory;
    return { ...judged, observation };
  });
}

/** The places in a course at which a detector begins to find something wrong. */
export function beginsOf(course: readonly { verdict: { is: string } }[]): number[] {
  return course.flatMap(({ verdict }, index) =>
    verdict.is === 'wrong' && course[index - 1]?.verdict.is !== 'wrong' ? [index] : [],
  );
}
