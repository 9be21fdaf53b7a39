import { dayMs, hourMs } from '../../../src/kit/time/units.ts';
import type { Alert } from '../api/operations.ts';
import { wallTimeAt, zonedInstant } from '../words/zoned-instant.ts';

/** `open`: nobody has taken care of it yet. `taken`: acknowledged, or snoozed for now. */
type AlertState = 'open' | 'taken' | 'over';

export const alertStates = ['open', 'taken', 'over'] as const satisfies AlertState[];

type Stated = Pick<Alert, 'resolved_at' | 'snoozed_until'> & AcknowledgedAlert;
type AcknowledgedAlert = Pick<Alert, 'raised_at' | 'acknowledged_at'>;

export function alertState(alert: Stated, now: number): AlertState {
  if (alert.resolved_at !== null) return 'over';
  return isAcknowledged(alert) || isSnoozed(alert, now) ? 'taken' : 'open';
}

/** An acknowledgement covers what was known then, not what got worse or came back since. */
export function isAcknowledged({ acknowledged_at, raised_at }: AcknowledgedAlert): boolean {
  return acknowledged_at !== null && acknowledged_at >= raised_at;
}

export function isSnoozed({ snoozed_until }: Pick<Alert, 'snoozed_until'>, now: number): boolean {
  return snoozed_until !== null && Date.parse(snoozed_until) > now;
}

type AlertGroup = { device_id: string; alerts: Alert[] };

/** In the order in which the devices first appear. */
export function byDevice(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const group = groups.get(alert.device_id) ?? [];
    groups.set(alert.device_id, [...group, alert]);
  }
  return [...groups].map(([device_id, of]) => ({ device_id, alerts: of }));
}

type Listed = { id: number };

/**
 * Returns a list of alerts, newest first, after one was raised or changed: it keeps its place, or
 * is inserted where it `fits` the filter. One older than a full page belongs to a later page.
 */
export function withChangedAlert<A extends Listed>(
  alerts: readonly A[],
  changed: A,
  { fits, page }: { fits: boolean; page: number },
): A[] {
  if (alerts.some(({ id }) => id === changed.id)) {
    return alerts.map((alert) => (alert.id === changed.id ? changed : alert));
  }
  const last = alerts.at(-1);
  const isFurtherDown = alerts.length >= page && last !== undefined && changed.id < last.id;
  if (!fits || isFurtherDown) return [...alerts];
  return [...alerts, changed].sort((one, other) => other.id - one.id);
}

/** Time of day at which a snooze until tomorrow ends. */
const morning = '07:00';

/** Returns the instants, epoch milliseconds, until which an alert can be snoozed. */
export function snoozeTimes(now: number, timeZone: string) {
  const { day } = wallTimeAt(now, timeZone);
  const noon = Date.parse(`${day}T12:00:00Z`);
  const tomorrow = new Date(noon + dayMs).toISOString().slice(0, 10);
  return {
    hour: now + hourMs,
    eightHours: now + 8 * hourMs,
    morning: zonedInstant({ day: tomorrow, time: morning }, timeZone) ?? now + dayMs,
  };
}
