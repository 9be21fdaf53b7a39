import type { Lived } from '../drive.ts';
import { type Emptiness, emptiness } from './empty.ts';
import { type LongRun, longRuns, type Spilling, type Starts, spilling, starts } from './runs.ts';
import { type Told, told } from './told.ts';

export type Verdict = {
  name: string;
  longRuns: LongRun[];
  longestMinutes: number;
  spilling: Spilling;
  emptiness: Emptiness;
  told: Told;
  starts: Starts;
  /** `on` and `off` that no board fetched, by what became of them. */
  neverFetched: Record<string, number>;
  refusals: string[];
};

/** Judges a world by its truth. */
export function judge(lived: Lived): Verdict {
  const { spec, history } = lived.world;
  const neverFetched: Record<string, number> = {};
  for (const { command, status, delivered_at } of lived.commands) {
    if (!['on', 'off'].includes(command) || delivered_at !== null) continue;
    neverFetched[`${command} ${status}`] = (neverFetched[`${command} ${status}`] ?? 0) + 1;
  }
  const lengths = history.runs.map(({ from, until = history.minutes }) => until - from);
  return {
    name: spec.name,
    longRuns: longRuns(history, spec),
    longestMinutes: Math.max(0, ...lengths),
    spilling: spilling(history, spec),
    emptiness: emptiness(lived),
    told: told(lived),
    starts: starts(history, spec),
    neverFetched,
    refusals: lived.refusals,
  };
}
