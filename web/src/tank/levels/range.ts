import { hourMs } from '../../../../src/kit/time/units.ts';

export const ranges = ['1d', '7d', '30d', '90d'] as const;
/** How far back a chart goes, as reports name it. */
export type Range = (typeof ranges)[number];

export function hoursOf(range: Range): number {
  return Number.parseInt(range, 10) * 24;
}

/** The instant, epoch ms, at which a chart of this range begins. */
export function startOf(range: Range, now: number): number {
  return now - hoursOf(range) * hourMs;
}
