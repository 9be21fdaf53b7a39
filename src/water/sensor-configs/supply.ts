import { minutesOfTime } from '../../kit/time/time-of-day.ts';

/** Weekly time in which water comes: days (0 is Monday) and minutes from their midnight. */
export type SupplyTimes = {
  weekdays: number[];
  from: number;
  /** Beyond 1,440 on the next morning. */
  until: number;
};

export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** Clears the supply times of a configuration; `null` leaves them as they are. */
export const noSupply = 'none';

const day = `(?:${weekdays.join('|')})`;
const time = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const times = `(?:daily|${day}(?:, ?${day})*) ${time} to ${time}`;
/** `Mon, Thu 04:00 to 11:00`, several of them with `;` between, or `none`. */
export const supplyPattern = `^(?:${noSupply}|${times}(?:; ?${times}){0,6})$`;

export function parseSupply(text: string): SupplyTimes[] {
  return text === noSupply ? [] : text.split(';').map((part) => parseTimes(part.trim()));
}

function parseTimes(text: string): SupplyTimes {
  const [, days = '', begins = '', ends = ''] = /^(.*) (\S+) to (\S+)$/.exec(text) ?? [];
  const from = minutesOfTime(begins);
  const until = minutesOfTime(ends);
  const named = days === 'daily' ? [...weekdays] : days.split(',').map((name) => name.trim());
  return {
    weekdays: weekdays.flatMap((name, weekday) => (named.includes(name) ? [weekday] : [])),
    from,
    until: until > from ? until : until + 1440,
  };
}
