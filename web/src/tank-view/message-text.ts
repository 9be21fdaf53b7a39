import { incidentSentence } from '../../../src/water/incidents/incident-sentence.ts';
import type { Happening } from '../../../src/water/incidents/kinds.ts';
import type { Alert } from '../api/operations.ts';
import { language } from '../words/language.ts';

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
