import type { Alert } from '../api/operations.ts';
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
