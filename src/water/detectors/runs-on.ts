import { minuteMs } from '../../kit/time/units.ts';
import { settleMs } from '../rules/pump-state.ts';
import type { Detector } from './detector.ts';

/** A pump that runs on: it was told to stop and says that it runs, or it is past its longest run. */
export const runsOn: Detector<'runs_on'> = {
  kind: 'runs_on',
  patienceMs: 0,
  remembers: [],
  judge: ({ recordedAt, pump, run }) => {
    if (!run) return { verdict: { is: 'fine' } };
    const { onSince, toldOffAt, isCommanded } = run.state;
    if (onSince === undefined) return { verdict: { is: 'fine' } };
    const stopBy =
      toldOffAt === undefined ? onSince + run.maxRunMs + graceMs : toldOffAt + settleMs;
    if (!isCommanded || recordedAt <= stopBy) return { verdict: { is: 'unclear' } };
    if (toldOffAt !== undefined && pump !== 'on') return { verdict: { is: 'unclear' } };
    const minutes = Math.round((recordedAt - (toldOffAt ?? onSince)) / minuteMs);
    const facts = { minutes, limit: toldOffAt === undefined ? run.maxRunMs / minuteMs : 0 };
    return { verdict: { is: 'wrong', severity: 'critical', facts } };
  },
};

/** For a few polls that were lost. */
const graceMs = 5 * minuteMs;
