import { failureSentence } from '../../ui/failures/failure-sentence.ts';
import { faultSentence } from '../../ui/failures/fault-sentence.ts';
import type { DeviceRow, RowProblem } from './device-file.ts';
import type { Outcome } from './run-import.ts';
import { say } from './words.ts';

export type RowResult = {
  look: 'none' | 'good' | 'warning' | 'danger';
  text: string;
  /** Why, where it is not simply done. */
  sentence: string | undefined;
};

const looks = {
  registered: 'good',
  yours: 'good',
  partly: 'warning',
  taken: 'danger',
  failed: 'danger',
} as const;

/** The ways in which a registration ends, from the best to the worst. */
export const endingKinds = ['registered', 'yours', 'partly', 'taken', 'failed'] as const;

/** The same in words. */
export const endings = {
  registered: say.registered,
  yours: say.yours,
  partly: say.partly,
  taken: say.taken,
  failed: say.failed,
};

const columns = {
  mac_or_serial: say.macOrSerial,
  name: say.name,
  capacity: say.capacity,
  high: say.high,
  low: say.low,
};

const problems = {
  quotes: say.quotes,
  noIdentity: say.noIdentity,
  noNumber: say.noNumber,
  repeated: say.repeated,
};

function problemSentence(problem: RowProblem): string {
  if (problem.kind !== 'wrong') return problems[problem.kind](problem);
  const faults = problem.faults.map(
    ({ column, message }) => `${columns[column]()}: ${faultSentence(message)}.`,
  );
  return faults.join(' ');
}

/** How a line stands, in words. */
export function rowResult({ problem }: DeviceRow, outcome: Outcome | undefined): RowResult {
  if (problem) {
    const look = problem.kind === 'repeated' ? 'warning' : 'danger';
    return { look, text: say.leftOut(), sentence: problemSentence(problem) };
  }
  if (!outcome) return { look: 'none', text: say.ready(), sentence: undefined };
  const sentence = 'failure' in outcome ? failureSentence(outcome.failure) : undefined;
  return { look: looks[outcome.kind], text: endings[outcome.kind](), sentence };
}

/** Whether there is something to put right; a line that repeats another needs nothing. */
export function isFailed({ problem }: DeviceRow, outcome: Outcome | undefined): boolean {
  if (problem) return problem.kind !== 'repeated';
  return outcome !== undefined && 'failure' in outcome;
}
