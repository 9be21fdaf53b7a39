import type { DailyReport, UsageReport } from '../../api/operations.ts';

export type Series = {
  key: string;
  name: string;
  unit: 'percent' | 'litre';
  /** Value by calendar day; a day without one is a gap. */
  byDay: Map<string, number>;
  /** Figures of the legend, in the order of the report's columns. */
  summary: number[];
};

/** Mean level of each day; summary: lowest, mean and highest. */
export function levelSeries(
  device: { id: string; name: string },
  days: DailyReport['days'],
): Series[] {
  return seriesOf(device, days, (own) => ({
    unit: 'percent',
    byDay: new Map(own.map(({ date, average }) => [date, average])),
    summary: [
      Math.min(...own.map(({ minimum }) => minimum)),
      meanOf(own),
      Math.max(...own.map(({ maximum }) => maximum)),
    ],
  }));
}

/** Use of each day; summary: use and refill of all days. */
export function usageSeries(
  device: { id: string; name: string },
  { days, days_in_percent, unit }: Pick<UsageReport, 'days' | 'days_in_percent' | 'unit'>,
): Series[] {
  const all = [
    ...days.map((day) => ({ ...day, unit })),
    ...days_in_percent.map((day) => ({ ...day, unit: 'percent' as const })),
  ];
  return seriesOf(device, all, (own) => ({
    unit: own[0]?.unit ?? unit,
    byDay: new Map(own.map(({ date, consumed }) => [date, consumed])),
    summary: [
      own.reduce((sum, { consumed }) => sum + consumed, 0),
      own.reduce((sum, { refilled }) => sum + refilled, 0),
    ],
  }));
}

export function daysOf(series: readonly Series[]): string[] {
  return [...new Set(series.flatMap(({ byDay }) => [...byDay.keys()]))].sort();
}

/** Mean over readings: a day with more of them counts for more. */
function meanOf(days: DailyReport['days']): number {
  const count = days.reduce((sum, day) => sum + day.count, 0);
  return days.reduce((sum, { average, count }) => sum + average * count, 0) / count;
}

function seriesOf<Day extends { sensor_name: string }>(
  { id, name }: { id: string; name: string },
  days: readonly Day[],
  read: (own: Day[]) => Pick<Series, 'unit' | 'byDay' | 'summary'>,
): Series[] {
  const sensors = [...new Set(days.map(({ sensor_name }) => sensor_name))];
  return sensors.map((sensor) => ({
    key: `${id} ${sensor}`,
    name: sensors.length > 1 ? `${name} · ${sensor}` : name,
    ...read(days.filter(({ sensor_name }) => sensor_name === sensor)),
  }));
}
