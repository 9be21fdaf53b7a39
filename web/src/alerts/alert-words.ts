import { incidentSentence } from '../../../src/water/incidents/incident-sentence.ts';
import type { Happening } from '../../../src/water/incidents/kinds.ts';
import type { Alert } from '../api/operations.ts';
import { language } from '../words/language.ts';
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

/** What an alert says, in the language of now. */
export function messageText({
  kind,
  facts,
  sensor_name,
  created_at,
}: Pick<Alert, 'kind' | 'facts' | 'sensor_name' | 'created_at'>): string {
  const about = { sensorName: sensor_name, begunAt: Date.parse(created_at) };
  return incidentSentence({ kind, facts } as Happening, about, language.value);
}
