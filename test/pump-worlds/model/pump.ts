import type { Random } from './dice.ts';

export type PumpSpec = {
  litresPerMinute: number;
  /** Minutes after each start without water. */
  primingMinutes?: number;
  /** Share of its flow that it loses each day. */
  wearPerDay?: number;
  /** From this day on it turns and brings nothing. */
  failsOnDay?: number;
  /** Times a day that its heat switch opens for an hour while it runs. */
  tripsPerDay?: number;
  /** From this day on its relay stays closed once it has closed. */
  weldsOnDay?: number;
};

export type Pump = {
  /** What its relay is told. */
  order: (on: boolean) => void;
  /** True while it is under current. */
  isOn: () => boolean;
  /** True if it would bring water where there is some. */
  isAble: () => boolean;
  /** True while it draws air before it draws water. */
  isPriming: () => boolean;
  /** Litres that it can bring in this minute. */
  strength: (minute: number) => number;
};

export function createPump(spec: PumpSpec, random: Random): Pump {
  let ordered = false;
  let isOn = false;
  let ranMinutes = 0;
  let trippedUntil = -1;
  let now = 0;
  const hasFailed = () => spec.failsOnDay !== undefined && now >= spec.failsOnDay * 1440;
  const isWelded = () => spec.weldsOnDay !== undefined && now >= spec.weldsOnDay * 1440;
  const settle = () => {
    const next = ordered || (isOn && isWelded());
    if (next !== isOn) ranMinutes = 0;
    isOn = next;
  };
  return {
    order: (on) => {
      ordered = on;
      settle();
    },
    isOn: () => isOn,
    isAble: () => !hasFailed() && now >= trippedUntil,
    isPriming: () => isOn && ranMinutes <= (spec.primingMinutes ?? 0),
    strength: (minute) => {
      now = minute;
      if (!isOn) return 0;
      ranMinutes++;
      if (random() < (spec.tripsPerDay ?? 0) / 1440) trippedUntil = minute + 60;
      if (hasFailed() || now < trippedUntil || ranMinutes <= (spec.primingMinutes ?? 0)) return 0;
      return spec.litresPerMinute * (1 - (spec.wearPerDay ?? 0)) ** (minute / 1440);
    },
  };
}
