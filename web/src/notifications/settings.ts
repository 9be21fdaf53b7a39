import { type AnswerOf, call } from '../api/call.ts';
import type { Operations } from '../api/operations.ts';

export type Settings = AnswerOf<'GET /api/notifications.php?action=settings'>;
export type Rules = Settings['channels'];
export type Severity = Rules['sms'][number];
type Change = Operations['POST /api/notifications.php?action=save']['body'];

/** What every part of the screen works on: how one is told, and how to change it. */
export type SettingsProps = { settings: Settings; onChange: (settings: Settings) => void };

/** Changes how one is told; what is left out stays. */
export async function saveSettings(change: Change): Promise<Settings> {
  return await call('POST /api/notifications.php?action=save', { body: change });
}
