import { dateAt, startOfDay } from '../../kit/time/time-zone.ts';

/** A calendar month of a time zone: `[from, to)`. */
export type Month = { month: string; from: number; to: number };

/** The last months of a time zone, that of an instant first. */
export function lastMonths(now: number, zone: string, count: number): Month[] {
  const [year = 0, month = 1] = dateAt(now, zone).split('-').map(Number);
  const nameOf = (back: number) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7);
  const startOf = (name: string) => startOfDay(`${name}-01`, zone);
  return Array.from({ length: count }, (_, back) => {
    const name = nameOf(back);
    return { month: name, from: startOf(name), to: startOf(nameOf(back - 1)) };
  });
}
