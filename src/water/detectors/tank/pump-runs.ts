import { minuteMs } from '../../../kit/time/units.ts';
import { settleMs } from '../../pumps/follow-pump.ts';
import { severityOfLevel } from '../../status.ts';
import type { Detector, Observation, PumpRun } from '../detector.ts';
import { isAtTop, reachableThresholds, unseenMs } from './sensor-top.ts';

/** Time allowed for a few lost polls. */
const graceMs = 5 * minuteMs;
/** Time that a pump may report running at a full tank before it is raised: the float may stop it. */
const patienceMs = 15 * minuteMs;

/**
 * Finds a pump that runs on: it reports running after an `off`, or is past its longest run, or, even if
 * switched on by hand, runs though the tank is full.
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
    if (pump !== 'on' || !isFull(observation, run.state)) return { verdict: { is: 'unclear' } };
    const facts = { minutes: minutesSince(onSince), past: 'full' } as const;
    return { verdict: { is: 'wrong', severity: 'warning', facts } };
  },
};

function isPastItsTime(observation: Observation, run: PumpRun, onSince: number): boolean {
  const { recordedAt, pump, before } = observation;
  const { toldOffAt, offFetchedAt, heard = 0 } = run.state;
  if (toldOffAt !== undefined) return pump === 'on' && recordedAt > toldOffAt + settleMs;
  // One that does not say that it runs is given four of its calls to fetch the `off`.
  const callsMs = pump === 'on' || !before ? 0 : 4 * (recordedAt - before.recordedAt);
  if (recordedAt <= onSince + run.maxRunMs + Math.max(graceMs, callsMs)) return false;
  // A device that fetched the `off` is taken to obey, whether or not it says so, unless it says twice that it does not.
  if (offFetchedAt === undefined) return true;
  return pump === 'on' && heard >= 2 && recordedAt > offFetchedAt + settleMs;
}

function isFull(
  observation: Observation,
  { onSince = 0, roseAt, risePerHour = 0 }: PumpRun['state'],
) {
  const { level, recordedAt } = observation;
  if (isAtTop(observation)) {
    return recordedAt - (roseAt ?? onSince) > unseenMs(observation, risePerHour);
  }
  const thresholds = reachableThresholds(observation);
  return level > thresholds.high && severityOfLevel(level, thresholds) === 'critical';
}

/**
 * Finds a pump that runs and brings no water. It ends once the owner clears the latch or, for a pump that is
 * switched by hand, once a run brings some.
 */
export const dryRun: Detector<'dry_run'> = {
  kind: 'dry_run',
  patienceMs: 0,
  remembers: [],
  judge: ({ level, run }) => {
    const { latchedAt, dryAt, watchedSince, roseAt, restUntil, resumedAt = 0 } = run?.state ?? {};
    const since = latchedAt ?? dryAt;
    if (since === undefined) return { verdict: { is: 'fine' } };
    const from = Math.max(resumedAt, roseAt ?? watchedSince ?? since);
    const minutes = Math.round((since - from) / minuteMs);
    const isRested = latchedAt === undefined && restUntil !== undefined;
    const facts = {
      level,
      minutes,
      latched: latchedAt !== undefined,
      ...(isRested && { rests_until: restUntil }),
    };
    return { verdict: { is: 'wrong', severity: 'critical', facts } };
  },
};
