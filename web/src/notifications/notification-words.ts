import type { Notification } from '../api/operations.ts';
import { say } from './words.ts';

export type Channel = Notification['channel'];

/** In the order in which they reach a person. */
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

export function statusText(status: Notification['status']): string {
  const texts = {
    pending: say.isPending,
    delivered: say.isDelivered,
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
