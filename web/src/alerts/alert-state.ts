import type { Alert } from '../api/operations.ts';

/** `open`: somebody should look. `taken`: somebody does, or wants to hear no more of it for now. */
export type AlertState = 'open' | 'taken' | 'over';

export const alertStates = ['open', 'taken', 'over'] as const satisfies AlertState[];

type Stated = Pick<Alert, 'resolved_at' | 'snoozed_until'> & AcknowledgedAlert;
type AcknowledgedAlert = Pick<Alert, 'raised_at' | 'acknowledged_at'>;

export function alertState(alert: Stated, now: number): AlertState {
  if (alert.resolved_at !== null) return 'over';
  return isAcknowledged(alert) || isSnoozed(alert, now) ? 'taken' : 'open';
}

/** An acknowledgement is of what was known then: what got worse or came back since is open again. */
export function isAcknowledged({ acknowledged_at, raised_at }: AcknowledgedAlert): boolean {
  return acknowledged_at !== null && acknowledged_at >= raised_at;
}

export function isSnoozed({ snoozed_until }: Pick<Alert, 'snoozed_until'>, now: number): boolean {
  return snoozed_until !== null && Date.parse(snoozed_until) > now;
}

export type AlertGroup = { device_id: string; alerts: Alert[] };

/** Alerts by their device, in the order in which the devices first appear. */
export function byDevice(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, Alert[]>();
  for (const alert of alerts) {
    const group = groups.get(alert.device_id) ?? [];
    groups.set(alert.device_id, [...group, alert]);
  }
  return [...groups].map(([device_id, of]) => ({ device_id, alerts: of }));
}
