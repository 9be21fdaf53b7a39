type UsualHour = { hour: number; use: number };

export function usualDay(week: readonly UsualHour[]): number[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const own = week.filter((each) => each.hour === hour);
    return own.reduce((sum, { use }) => sum + use, 0) / Math.max(1, own.length);
  });
}

const stretch = 3;

/** Returns the three consecutive hours of most use, and their share of the day. */
export function busiestHours(day: readonly number[]): {
  from: number;
  until: number;
  share: number;
} {
  const useFrom = (from: number) =>
    Array.from({ length: stretch }, (_, at) => day[(from + at) % 24] ?? 0).reduce((a, b) => a + b);
  const from = day.reduce((best, _, hour) => (useFrom(hour) > useFrom(best) ? hour : best), 0);
  const whole = day.reduce((sum, use) => sum + use, 0);
  return { from, until: from + stretch, share: whole > 0 ? useFrom(from) / whole : 0 };
}
