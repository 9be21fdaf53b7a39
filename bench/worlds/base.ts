/** The parts of which the catalogue is made. */
import type { BoardSpec } from './boards.ts';
import type { PremisesSpec } from './premises.ts';
import type { SensorSpec } from './sensors.ts';

export type Base = {
  name: string;
  kind: string;
  premises: PremisesSpec;
  sensor: SensorSpec;
  board: BoardSpec;
  /** Standard deviations of the reported noise, percent of full scale; one world each. Default 0.3 and 1. */
  noises?: number[];
  days?: number;
  /** True where no reader of levels could know the use. */
  unknowable?: true;
};

/** Reports each so many minutes, late or early by seconds. */
export const every = (minutes: number, more: Omit<BoardSpec, 'schedule'> = {}): BoardSpec => ({
  schedule: { type: 'every', minutes, jitterSeconds: Math.min(20, minutes * 6) },
  ...more,
});
/** Reports on a change of so many percent, and each so many hours anyway. */
export const onChange = (
  percent: number,
  heartbeatHours: number | null,
  checkMinutes = 1,
): BoardSpec => ({
  schedule: { type: 'change', percent, checkMinutes, heartbeatHours },
});
/** An entry of the catalogue. */
export const base = (
  kind: string,
  name: string,
  premises: PremisesSpec,
  board: BoardSpec,
  sensor: SensorSpec = {},
  more: Partial<Base> = {},
): Base => ({ name, kind, premises, sensor, board, ...more });
