import type { Lived } from '../drive.ts';

/** Why a tank stood nearly empty in a minute, the first that is true. */
export const reasons = [
  ...([
    'source',
    'pump',
    'current',
    'cut',
    'running',
    'sensor',
    'not steered',
    'too seldom',
  ] as const),
  ...(['latched', 'unexplained'] as const),
];
export type Reason = (typeof reasons)[number];

export type Emptiness = { hours: Partial<Record<Reason, number>>; firstUnexplained?: number };

const nearlyEmpty = 5;

/** Hours in which a tank stood below 5 %, by what kept the pump from filling it. */
export function emptiness({ world: { history, spec }, latchedHours }: Lived): Emptiness {
  const found: Emptiness = { hours: {} };
  const { everyMinutes } = spec.board;
  // A board is asked for a reading, has to fetch the command, and may lose one of them.
  const patience = Math.max(30, 3 * everyMinutes);
  let heardAt = -1;
  for (let minute = 0; minute < history.minutes; minute++) {
    if (((history.heard[minute] ?? 0) & 1) === 1) heardAt = minute;
    if ((history.level[minute] ?? 0) >= nearlyEmpty) continue;
    const reason = whyEmpty(minute);
    found.hours[reason] = (found.hours[reason] ?? 0) + 1 / 60;
    if (reason === 'unexplained') found.firstUnexplained ??= minute;
  }
  return found;

  function whyEmpty(minute: number): Reason {
    if (!history.sourceWater[minute]) return 'source';
    if (!history.pumpAble[minute]) return 'pump';
    if (!history.hasPower[minute]) return 'current';
    if (minute - heardAt > patience) return 'cut';
    if (history.isOn[minute]) return 'running';
    if ((history.measured[minute] ?? 0) >= spec.owner.onBelow) return 'sensor';
    if (spec.owner.steers !== 'auto') return 'not steered';
    if (everyMinutes > spec.owner.maxMinutes / 2) return 'too seldom';
    if (latchedHours[Math.floor(minute / 60)]) return 'latched';
    return 'unexplained';
  }
}
