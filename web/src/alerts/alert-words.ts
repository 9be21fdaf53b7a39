import { readAlertSentence } from '../../../src/water/alert-sentences.ts';
import type { AnswerOf } from '../api/call.ts';
import { say } from './words.ts';

export type Alert = AnswerOf<'GET /api/alerts'>[number];

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

/** What an alert says: what the server tells in the language of now, and what a person wrote as it is. */
export function messageText({ source, message }: Pick<Alert, 'source' | 'message'>): string {
  const told = source === 'auto' ? readAlertSentence(message) : undefined;
  if (!told) return message;
  if (told.kind === 'silence') {
    const texts = {
      days: say.silentDays,
      hours: say.silentHours,
      minutes: say.silentMinutes,
      seconds: say.silentSeconds,
    };
    return texts[told.unit](told);
  }
  return { low: say.lowAt, overflow: say.overflowAt }[told.kind](told);
}
