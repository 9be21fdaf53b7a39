import { shareOfFirstDay, silenceBetween, usedInSilence } from '../reports/usage/silent-use.ts';
import type { findConsumed, findFirstHours } from '../tanks/queries.ts';

type Consumed = Awaited<ReturnType<typeof findConsumed>>[number];
type FirstHour = Awaited<ReturnType<typeof findFirstHours>>[number];

/**
 * Takes from what the sensors of a device used since midnight the share of a silence over midnight that belongs to the
 * day in which it began, as the report of usage does.
 * @param timezone whose midnight it was.
 */
export function lessUseOfYesterday(
  consumed: readonly Consumed[],
  firstHours: readonly FirstHour[],
  timezone: string,
): Consumed[] {
  const firstOf = new Map(firstHours.map((hour) => [hour.sensor_no, hour]));
  return consumed.map((used) => {
    const hour = firstOf.get(used.sensor_no);
    const silence = hour && silenceBetween(hour.before_at ?? undefined, hour.first_at);
    if (!hour || !silence) return used;
    const isAlone = hour.count === 1;
    const share = shareOfFirstDay(silence, timezone);
    const ofLevel = { consumed: hour.consumed_level, unseen: hour.gap_level };
    const ofVolume = { consumed: hour.consumed_volume, unseen: hour.gap_volume };
    return {
      ...used,
      consumed_level: used.consumed_level - share * usedInSilence(ofLevel, isAlone),
      consumed_volume: used.consumed_volume - share * usedInSilence(ofVolume, isAlone),
    };
  });
}
