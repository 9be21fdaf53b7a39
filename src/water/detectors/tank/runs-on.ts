import { minuteMs } from '../../../kit/time/units.ts';
import { settleMs } from '../../pumps/pump-state.ts';
import { severityOfLevel } from '../../status.ts';
import type { Detector, Observation, PumpRun } from '../detector.ts';

/** For a few polls that were lost. */
const graceMs = 5 * minuteMs;
/** A tank that is full and a pump that says that it runs: so long, or the float stops it. */
const patienceMs = 15 * minuteMs;

/**
 * A pump that runs on: it was told to stop and says that it runs, or it is past its longest run, or, even
 * where somebody switched it on by hand, it runs though the tank is full.
 */
export const runsOn: Detector<'runs_on'> = {
  kind: 'runs_on',
  patienceMs,
  remembers: [],
  judge: (observation) => {
    const { run } = observation;
    const onSince = run?.state.onSince;
    if (!run || onSince === undefined) return { verdict: { is: 'fine' } };
    const { recordedAt, pump } = observation;
    const { toldOffAt, isCommanded } = run.state;
    const minutesSince = (at: number) => Math.round((recordedAt - at) / minuteMs);
    if (isCommanded && isPastItsTime(observation, run, onSince)) {
      const facts =
        toldOffAt === undefined
          ? ({
              minutes: minutesSince(onSince),
              past: 'limit',
              limit: run.maxRunMs / minuteMs,
            } as const)
          : ({ minutes: minutesSince(toldOffAt), past: 'off' } as const);
      return { verdict: { is: 'wrong', severity: 'critical', facts } };
    }
    if (pump !== 'on' || !isFull(observation)) return { verdict: { is: 'unclear' } };
    const facts = { minutes: minutesSince(onSince), past: 'full' } as const;
    return { verdict: { is: 'wrong', severity: 'warning', facts } };
  },
};

function isPastItsTime({ recordedAt, pump }: Observation, run: PumpRun, onSince: number): boolean {
  const { toldOffAt } = run.state;
  if (toldOffAt === undefined) return recordedAt > onSince + run.maxRunMs + graceMs;
  return pump === 'on' && recordedAt > toldOffAt + settleMs;
}

function isFull({ level, thresholds }: Observation): boolean {
  return level > thresholds.high && severityOfLevel(level, thresholds) === 'critical';
}
