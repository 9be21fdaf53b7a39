import type { Alert } from '../api/operations.ts';
import { dateTime } from '../words/format.ts';
import { alertState, isSnoozed } from './alert-state.ts';
import { say } from './words.ts';

export const severities = ['critical', 'warning', 'info'] as const;
export const types = ['overflow', 'low', 'sensor', 'pump', 'offline', 'maintenance'] as const;

export function severityText(severity: Alert['severity']): string {
  return { critical: say.critical, warning: say.warning, info: say.info }[severity]();
}

export function typeText(type: Alert['type']): string {
  const texts = {
    overflow: say.overflow,
    low: say.low,
    sensor: say.sensor,
    pump: say.pump,
    offline: say.offline,
    maintenance: say.maintenance,
  };
  return texts[type]();
}

/** A shape for each severity, since not everybody can tell the colours apart. */
export function SeverityMark({ severity }: { severity: Alert['severity'] }) {
  const shapes = {
    critical: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM12 7v6M12 17h.01',
    warning: 'M12 3 22 20H2zM12 10v4M12 17h.01',
    info: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM12 11v6M12 7h.01',
  };
  return (
    <svg class={`icon alerts-${severity}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  );
}

/** State of an alert that is not simply open. */
export function StateTag({ alert, now }: { alert: Alert; now: number }) {
  const state = alertState(alert, now);
  if (state === 'open') return null;
  if (state === 'over') return <span class="tag tag-good">{say.isOver()}</span>;
  const { snoozed_until } = alert;
  return (
    <span class="tag">
      {snoozed_until !== null && isSnoozed(alert, now)
        ? say.snoozedUntil({ when: dateTime(snoozed_until) })
        : say.acknowledged()}
    </span>
  );
}
