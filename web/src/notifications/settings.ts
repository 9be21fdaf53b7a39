import { call } from '../api/call.ts';
import type { Notification, NotificationSettings, Operations } from '../api/operations.ts';
import { say } from './words.ts';

export type Rules = NotificationSettings['channels'];
export type Severity = Rules['sms'][number];
type Change = Operations['POST /api/notifications.php?action=save']['body'];

/** Props of every section: the settings, and their change. */
export type SettingsProps = {
  settings: NotificationSettings;
  onChange: (settings: NotificationSettings) => void;
};

/** Changes notification settings; omitted fields stay. */
export async function saveSettings(change: Change): Promise<NotificationSettings> {
  return await call('POST /api/notifications.php?action=save', { body: change });
}

export type Channel = Notification['channel'];

/** Channels in the order in which they reach a person. */
export const channels = ['web-push', 'sms', 'email', 'webhook'] as const satisfies Channel[];

export function channelText(channel: Channel): string {
  const texts = {
    'web-push': say.webPush,
    sms: say.sms,
    email: say.email,
    webhook: say.webhook,
  };
  return texts[channel]();
}

export function severityText(severity: Severity): string {
  return { critical: say.critical, warning: say.warning, info: say.info }[severity]();
}

export function statusText(status: Notification['status']): string {
  const texts = {
    pending: say.isPending,
    sent: say.isSent,
    delivered: say.isDelivered,
    handed_over: say.isHandedOver,
    simulated: say.isSimulated,
    failed: say.hasFailed,
    unsure: say.isUnsure,
  };
  return texts[status]();
}

type Phase = Notification['incidents'][number]['phase'];

export function phaseText(phase: Phase): string {
  const texts = { raised: say.raised, worse: say.worse, back: say.back, resolved: say.resolved };
  return texts[phase]();
}
