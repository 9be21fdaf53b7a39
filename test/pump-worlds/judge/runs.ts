import type { History, Run } from '../model/history.ts';
import { errorOf } from '../model/sensor.ts';
import type { WorldSpec } from '../model/world-spec.ts';

export type LongRun = { from: number; minutes: number; limit: number; byOwner: boolean };

/** Runs that lasted longer than the longest run; a relay that welds is nobody's run. */
export function longRuns({ minutes, runs }: History, { owner, pump }: WorldSpec): LongRun[] {
  const welds = (pump.weldsOnDay ?? Number.POSITIVE_INFINITY) * 1440;
  return runs
    .filter(({ from, until = minutes }) => until < welds && until - from > owner.maxMinutes)
    .map(({ from, until = minutes, prolonged }) => ({
      from,
      minutes: until - from,
      limit: owner.maxMinutes,
      byOwner: prolonged,
    }));
}

/** Litres that ran over the lip while the pump ran by the server's command. */
export type Spilling = {
  /** Where the board's sensor was right and said less than where the pump ends. */
  byServer: number;
  /** Where the sensor was wrong by more than it usually is. */
  bySensor: number;
  /** Where the relay had welded, or the firmware knows no limits and the network was away. */
  byOther: number;
  firstByServer?: number;
};

export function spilling(history: History, spec: WorldSpec): Spilling {
  const { tank, pump, sensor, owner } = spec;
  const fillsPerMinute = (100 * pump.litresPerMinute) / tank.litres;
  const error = errorOf(sensor, fillsPerMinute);
  const found: Spilling = { byServer: 0, bySensor: 0, byOther: 0 };
  const welds = (pump.weldsOnDay ?? Number.POSITIVE_INFINITY) * 1440;
  for (let minute = 0; minute < history.minutes; minute++) {
    const spilt = history.spilt[minute] ?? 0;
    if (spilt === 0) continue;
    const level = history.level[minute] ?? 0;
    const measured = history.measured[minute] ?? 0;
    if (minute >= welds) found.byOther += spilt;
    else if (Math.abs(measured - level) > error) found.bySensor += spilt;
    else if (measured < owner.offAbove || !spec.board.keepsLimits) {
      found.byServer += spilt;
      found.firstByServer ??= minute;
    } else found.byOther += spilt;
  }
  return found;
}

export type Starts = {
  count: number;
  mean: number;
  most: number;
  /** Times that the server switched the pump on before it had rested. */
  withoutRest: number;
  firstWithoutRest?: number;
};

export function starts({ minutes, runs }: History, { owner }: WorldSpec): Starts {
  const byDay = new Map<number, number>();
  for (const { from } of runs) {
    const day = Math.floor(from / 1440);
    byDay.set(day, (byDay.get(day) ?? 0) + 1);
  }
  const early = runs.filter((run, index) => {
    const before = runs[index - 1];
    return before && isOfServer(run) && run.from - (before.until ?? run.from) < owner.restMinutes;
  });
  const first = early[0]?.from;
  return {
    count: runs.length,
    mean: (runs.length * 1440) / minutes,
    most: Math.max(0, ...byDay.values()),
    withoutRest: early.length,
    ...(first !== undefined && { firstWithoutRest: first }),
  };
}

const isOfServer = ({ startedBy }: Run) =>
  startedBy.command !== undefined && startedBy.command.source !== 'user';
