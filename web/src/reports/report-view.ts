import { withQuery } from '../kit/with-query.ts';

export const kinds = ['daily', 'usage', 'alerts', 'pump'] as const;
export type Kind = (typeof kinds)[number];

export const periods = ['1d', '7d', '30d', '90d'] as const;
export type Period = (typeof periods)[number];

/** Most devices beside the first: a chart with more lines is unreadable. */
export const mostAlso = 5;

/** Kept in the screen's address. */
export type ReportView = {
  kind: Kind;
  device: string | undefined;
  also: string[];
  sensor: string | undefined;
  period: Period;
  /** Calendar days in the account's time zone; if either is given, both win over the period. */
  from: string | undefined;
  until: string | undefined;
};

export function readView(query: Record<string, string>): ReportView {
  return {
    kind: kinds.find((each) => each === query['kind']) ?? 'daily',
    device: query['device'] || undefined,
    also: readAlso(query['also'], query['device']),
    sensor: query['sensor'] || undefined,
    period: periods.find((each) => each === query['period']) ?? '7d',
    from: toDay(query['from']),
    until: toDay(query['until']),
  };
}

/** Writes a view as an address, omitting defaults. */
export function addressOf({ kind, device, also, sensor, period, from, until }: ReportView): string {
  const query = new URLSearchParams();
  if (kind !== 'daily') query.set('kind', kind);
  if (device) query.set('device', device);
  if (also.length > 0) query.set('also', also.join(','));
  if (sensor) query.set('sensor', sensor);
  if (from || until) {
    if (from) query.set('from', from);
    if (until) query.set('until', until);
  } else if (period !== '7d') query.set('period', period);
  return withQuery('/reports', query);
}

/** Returns the API's query for the time of a view. */
export function rangeQuery({ sensor, period, from, until }: ReportView) {
  return {
    ...(sensor && { sensor_name: sensor }),
    ...(from || until
      ? { ...(from && { start_date: from }), ...(until && { end_date: until }) }
      : { period }),
  };
}

function readAlso(text = '', device: string | undefined): string[] {
  const ids = text.split(',').filter((id) => id !== '' && id !== device);
  return [...new Set(ids)].slice(0, mostAlso);
}

function toDay(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}
