import { hourMs, minuteMs } from '../../../src/kit/time/units.ts';
import { allowedMs, type FaultKind, stepMs, type Truth } from '../faults.ts';
import { allowedOf, type Board } from './board.ts';
import type { ScenarioTank } from './tank.ts';

/** Percent by which a level is clearly beyond a threshold, as noisy as the sensor is, and clearly back. */
const clear = { beyond: 1, back: 2.5 };
/** An event that is over sooner need not be raised. */
const leastMs = 15 * minuteMs;

/** Faults while which nobody can know the level, and of which the level is judged by itself. */
const blinding: FaultKind[] = ['stuck', 'jump', 'noise', 'silent', 'outage', 'flapping'];

type Course = { start: number; thresholds: { low: number; high: number } };

/** Times at which the tank was truly and clearly low or overflowing, and its sensor could see it. */
export function findLevelEvents(tank: ScenarioTank, { start, thresholds }: Course): Truth[] {
  const { low, high } = thresholds;
  const below = [...tank.levels].map((level) => low - level);
  const above = [...tank.levels].map((level) => level - high);
  const shown = (each: Steps) => lasts(each) >= Math.max(leastMs, 2 * rhythmOf(tank.board));
  return [
    ...findBeyond(below)
      .filter(shown)
      .map((span) => toTruth('low', tank, start, span)),
    ...findBeyond(above)
      .filter(shown)
      .map((span) => toTruth('overflow', tank, start, span)),
  ].filter((truth) => isSeen(tank, truth));
}

type Steps = { from: number; to: number };

/** Spans of steps, of what each is beyond the threshold. */
function findBeyond(excess: readonly number[]): Steps[] {
  const spans: Steps[] = [];
  let open: Steps | undefined;
  for (const [at, each] of excess.entries()) {
    if (each >= clear.beyond) {
      open ??= { from: at, to: at };
      open.to = at;
    }
    if (open && (each < -clear.back || at === excess.length - 1)) {
      spans.push(open);
      open = undefined;
    }
  }
  return spans;
}

function lasts({ from, to }: Steps): number {
  return (to - from) * stepMs;
}

/** What is shorter than two readings need not be seen. */
function rhythmOf({ kind, intervalMs, lagMs }: Board): number {
  return kind === 'on_change' ? lagMs : Math.max(intervalMs, lagMs);
}

function toTruth(kind: 'low' | 'overflow', tank: ScenarioTank, start: number, span: Steps): Truth {
  const [begin, end] = [start + span.from * stepMs, start + span.to * stepMs];
  const allowed = allowedOf(tank.board, kind, allowedMs[kind] ?? 0);
  return { kind, fault: kind, tank: tank.index, begin, end, allowed };
}

function isSeen({ faults }: ScenarioTank, { begin, allowed }: Truth): boolean {
  const until = begin + allowed;
  return !faults.some((fault) => {
    const span = blinding.includes(fault.kind) ? fault.span() : undefined;
    return span && span.begin - hourMs < until && span.end + hourMs > begin;
  });
}
