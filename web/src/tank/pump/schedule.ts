import type { PumpCommand } from '../../api/operations.ts';

/** On these days of the week from one time to another, into the next day where that is earlier. */
export type Stretch = NonNullable<PumpCommand['schedule']>[number];
export type Day = Stretch['days'][number];

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies Day[];

/** What the API takes. */
export const mostStretches = 21;

/** What is offered to begin with: the hours before people get up. */
export const usualStretch: Stretch = { days: [...days], from: '04:00', until: '06:00' };

/** The schedule that Kisima keeps for a pump. @param commands newest first. */
export function standingSchedule(commands: readonly PumpCommand[]): PumpCommand | undefined {
  return commands.find(({ schedule, status }) => schedule !== undefined && status === 'pending');
}

/** The stretch with a day put in, or taken out where it has it. */
export function toggleDay(stretch: Stretch, day: Day): Stretch {
  const has = stretch.days.includes(day);
  return {
    ...stretch,
    days: days.filter((each) => (each === day ? !has : stretch.days.includes(each))),
  };
}
