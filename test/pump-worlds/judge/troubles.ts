import type { Lived } from '../drive.ts';
import type { History } from '../model/history.ts';
import { isFrozen } from '../model/sensor.ts';

/** Something that is truly wrong, in minutes of the world, and by which alerts its owner may know it. */
export type Trouble = {
  what: 'dry run' | 'runs on' | 'frozen sensor' | 'silence';
  from: number;
  until: number;
  kinds: readonly string[];
  /** False for what is too short, or too well hidden, for anybody to know it. */
  mustBeTold: boolean;
};

/** All that is wrong in a world. */
export function troublesOf({ world: { history, spec } }: Lived): Trouble[] {
  const { everyMinutes, pumpStatus } = spec.board;
  const minutes = history.minutes;
  const { isOn, flow, isPriming } = history;
  const fillsPerHour = (6000 * spec.pump.litresPerMinute) / spec.tank.litres;
  // The documents allow six hours where three refills take as long, and fifteen minutes where nothing is known.
  const dryPatience = Math.max(fillsPerHour < 10 ? 360 : 60, 3 * everyMinutes);
  const dry = spans(minutes, (at) => isOn[at] === 1 && flow[at] === 0 && isPriming[at] === 0);
  const frozen = spans(minutes, (at) => isFrozen(spec.sensor, at));
  const welded = (spec.pump.weldsOnDay ?? Number.POSITIVE_INFINITY) * 1440;
  const [defied] = history.defied.filter((at) => at >= welded);
  return [
    ...dry.map(
      (span): Trouble => ({
        what: 'dry run',
        ...span,
        kinds: ['dry_run'],
        mustBeTold: span.until - span.from >= dryPatience,
      }),
    ),
    ...frozen.map(
      (span): Trouble => ({
        what: 'frozen sensor',
        ...span,
        kinds: ['stuck', 'dry_run'],
        mustBeTold: span.until - span.from >= 1440,
      }),
    ),
    ...(defied === undefined
      ? []
      : [
          {
            ...({ what: 'runs on', from: defied, until: minutes, kinds: ['runs_on'] } as const),
            mustBeTold: pumpStatus !== 'never',
          },
        ]),
    ...silences(history).map(
      (span): Trouble => ({
        what: 'silence',
        ...span,
        kinds: ['offline', 'outage'],
        // Its rhythm is known after some days; one that reports seldom is given 30 hours at first.
        mustBeTold:
          span.from > 4 * 1440 && span.until - span.from > Math.max(15, 3 * everyMinutes) + 60,
      }),
    ),
  ];
}

function silences(history: History) {
  let heardAt = 0;
  const found: { from: number; until: number }[] = [];
  for (let minute = 0; minute <= history.minutes; minute++) {
    if (minute < history.minutes && !history.heard[minute]) continue;
    if (minute - heardAt > 15) found.push({ from: heardAt, until: minute });
    heardAt = minute;
  }
  return found;
}

/** Stretches in which something is true, with pauses of up to two minutes in them. */
function spans(minutes: number, isSo: (minute: number) => boolean) {
  const found: { from: number; until: number }[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    if (!isSo(minute)) continue;
    const last = found.at(-1);
    if (last && minute - last.until <= 2) last.until = minute + 1;
    else found.push({ from: minute, until: minute + 1 });
  }
  return found;
}
