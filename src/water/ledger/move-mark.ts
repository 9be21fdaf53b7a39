import { hourMs } from '../../kit/time/units.ts';
import { addFlows, type Flow, flowBetween, type Mark, turnFlow } from './flow-meter.ts';
import { isNew, type LevelFilter } from './level-filter.ts';
import { unsureOf } from './level-swing.ts';
import { volumeAt } from './litres-of-percent.ts';
import { nextMark, roundMark } from './next-mark.ts';
import { followMark, type Refill, type Rise, startRise, toRefill } from './refill-rise.ts';

/** As much of a tracker as moves with the water. */
export type Marked = {
  filter: LevelFilter;
  mark: Mark;
  rise: Rise;
  /** Litres of a percent at the last reading; null where litres are unknown. */
  ratio: number | null;
};

/** Percent of capacity and litres of a reading. */
type MarkedReading = { level: number; volume: number | null };

/** Rise over a silence that is a refill for itself, in percent. */
const leastOfSilence = 5;

/** Moves the mark to a level that no water explains. @returns by how many percent. */
export function moveUnexplained(tracker: Marked, reading: MarkedReading): number {
  const { filter, ratio, mark } = tracker;
  const level = roundMark(filter.level);
  tracker.mark = { level, volume: volumeAt(level, reading, ratio) };
  tracker.rise = startRise(tracker.mark, filter.at);
  return level - mark.level;
}

/** Move of the mark: with which reading, whether over a gap, when the level moved, and from where. */
type Moving = MarkedReading & { isOfGap: boolean; movedAt: number; levelBefore: number };

/**
 * Moves the mark to the level of the filter, and books what flowed; changes `tracker` in place.
 * @param isExact true of a level that a person says.
 * @returns the flow, and the refill whose end is now certain.
 */
export function moveMark(
  tracker: Marked,
  reading: Moving,
  isExact = false,
): { flow: Flow; refill: Refill | undefined } {
  const { filter, ratio } = tracker;
  const { isOfGap, levelBefore } = reading;
  const at = Math.max(reading.movedAt, tracker.rise.lowAt);
  const { level, play, hidingPlay } = nextMark(tracker, isExact);
  const mark = { level, volume: volumeAt(level, reading, ratio) };
  const flow = flowBetween(tracker.mark, mark);
  const turn = turnFlow(hidingPlay, ratio);
  const { level: filtered, spacing } = filter;
  const unsure = isNew(filter) ? 1 : unsureOf(filter);
  const moved = { at, mark, level: filtered, play, unsure, spacing };
  if (isOfGap && tracker.rise.isFilling) {
    // What came in before the silence is a refill for itself; the mark may lag behind it.
    const { rise } = tracker;
    if (mark.level > rise.high.level && mark.level < levelBefore + leastOfSilence) {
      rise.high = { ...mark };
      tracker.mark = mark;
    }
    const refill = endRise(tracker, turn, at);
    // The next one begins in the silence, and behind this one.
    tracker.rise.lowAt = Math.max(refill.endedAt, at - hourMs);
    followMark(tracker.rise, moved);
    tracker.mark = mark;
    return { flow: addFlows(flow, turn), refill };
  }
  tracker.mark = mark;
  const { rise } = tracker;
  if (isOfGap) {
    rise.lowAt = Math.max(rise.lowAt, at - hourMs);
    if (mark.level > rise.high.level) rise.highAt = at;
  }
  const event = followMark(rise, moved);
  if (!event) return { flow, refill: undefined };
  const flows = addFlows(flow, turn);
  if (event === 'begun') {
    rise.hidden = turn.refilledLevel;
    return { flow: flows, refill: undefined };
  }
  return { flow: flows, refill: endRise(tracker, turn, filter.at) };
}

function endRise(tracker: Marked, turn: Flow, at: number): Refill {
  const { rise } = tracker;
  tracker.rise = startRise(tracker.mark, at);
  return toRefill(rise, rise.hidden + turn.refilledLevel);
}
