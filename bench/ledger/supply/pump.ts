import { hour, localHour, secondsAStep } from '../clock.ts';
import { between, chance, exponential, normal, type Random } from '../random.ts';
import type { Supply, SupplyOptions } from './supply.ts';

/**
 * A borehole pump of 1,000 to 6,000 litres an hour, slow enough to take half an hour for the tank. A
 * float switches it at two fixed levels; a person sees to it some time after the level is low, by
 * day, at another level each time, and one time in five fills only half of what is missing. One run
 * in five is slower than usual, for voltage. All figures assumed.
 */
export function createPump({ random, capacity }: SupplyOptions): Supply {
  const isByFloat = chance(random, 0.5);
  const onPercent = between(random, 20, 60);
  const offPercent = between(random, 90, 98);
  const litresAnHour = between(random, 1000, Math.min(6000, 2 * capacity));
  let runs = 0;
  let startBelow = onPercent;
  let dueAt: number | undefined;
  let running: { litres: number; offPercent: number } | undefined;

  const start = (percent: number) => {
    const speed = chance(random, 0.2) ? between(random, 0.55, 0.85) : between(random, 0.95, 1.02);
    const isHalf = !isByFloat && chance(random, 0.2);
    runs += 1;
    running = {
      litres: (litresAnHour * speed * secondsAStep) / 3600,
      offPercent: isHalf ? (percent + offPercent) / 2 : offPercent,
    };
  };
  const stop = () => {
    running = undefined;
    dueAt = undefined;
    if (!isByFloat) startBelow = Math.min(60, Math.max(20, onPercent + 6 * normal(random)));
  };
  const offer = (at: number, percent: number) => {
    if (running && percent >= running.offPercent) stop();
    if (!running && percent <= startBelow) {
      dueAt ??= isByFloat ? at : noticedAt(random, at);
      if (at >= dueAt) start(percent);
    }
    return running?.litres ?? 0;
  };
  return { offer, events: () => runs };
}

/** An hour and a half on average after the level is low, but not from ten at night to six. */
function noticedAt(random: Random, at: number): number {
  const seen = at + exponential(random) * 1.5 * hour;
  const hours = localHour(seen);
  if (hours >= 6 && hours < 22) return seen;
  return seen + (((6 - hours + 24) % 24) + random()) * hour;
}
