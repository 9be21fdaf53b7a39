import { call } from '../api/call.ts';
import type { NotificationSettings, Operations } from '../api/operations.ts';

export type Rules = NotificationSettings['channels'];
export type Severity = Rules['sms'][number];
type Change = Operations['POST /api/notifications.php?action=save']['body'];

/** What every part of the screen works on: how one is told, and how to change it. */
export type SettingsProps = {
  settings: NotificationSettings;
  onChange: (settings: NotificationSettings) => void;
};

/** Changes how one is told; what is left out stays. */
export async function saveSettings(change: Change): Promise<NotificationSettings> {
  return await call('POST /api/notifications.php?action=save', { body: change });
}
