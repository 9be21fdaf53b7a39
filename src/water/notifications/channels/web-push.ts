import type { Result } from '../../../delivery/deliver.ts';
import type { Destinations } from '../../../delivery/destinations.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { httpPost } from '../../../kit/http/http-post.ts';
import { linesOf, type Message, titleOf } from '../message.ts';
import type { Target } from '../queries.ts';
import type { Channel, Outgoing } from './channel.ts';
import { notSetUp } from './channel.ts';
import { resultOfPost } from './post-result.ts';
import type { VapidKeys } from './vapid-keys.ts';

/** What encrypts for one browser (RFC 8291). */
export type SubscriptionKeys = { p256dh: string; auth: string };

type WebPushDeps = {
  destinations: Destinations;
  vapid: VapidKeys & { subject: string };
  keysOf: (target: Target) => SubscriptionKeys | undefined;
  /** Called where the push service says that the browser has left. */
  remove: (target: Target) => Promise<void>;
};

const deadlineMs = 10_000;
const largestAnswer = 16_384;
/** A push service keeps a message for a phone that is off for so long. */
const keptSeconds = 24 * 3600;
/** Push services take 4,096 bytes, encrypted. */
const mostLines = 5;

/** Sends to browsers by their push services, encrypted for each. */
export function createWebPushChannel(deps: WebPushDeps): Channel {
  const { destinations, vapid, keysOf, remove } = deps;
  return {
    send: async (target, outgoing, signal): Promise<Result> => {
      const keys = keysOf(target);
      if (!keys) return notSetUp;
      const refusal = destinations.refusalOf(target.address);
      if (refusal) return { outcome: 'refused', error: refusal };
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint: target.address, keys },
        writePayload(outgoing),
        {
          vapidDetails: vapid,
          TTL: keptSeconds,
          topic: outgoing.name,
          urgency: isUrgent(outgoing) ? 'high' : 'normal',
          contentEncoding: 'aes128gcm',
        },
      );
      const result = await httpPost({
        url: target.address,
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ),
        body: body ?? '',
        deadlineMs,
        largestAnswer,
        lookup: destinations.lookup,
        signal,
      });
      const isGone =
        result.outcome === 'answered' && (result.status === 404 || result.status === 410);
      if (!isGone) return resultOfPost(result, isFinal);
      await remove(target);
      return { outcome: 'refused', error: fault('subscriptionGone') };
    },
  };
}

/** A payload that is too large or wrong stays so; too many of them pass. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function isUrgent({ message: { items, account } }: Outgoing): boolean {
  const isCritical = items.some(
    ({ severity, phase }) => severity === 'critical' && phase !== 'resolved',
  );
  return isCritical || account !== undefined;
}

/** What a tap opens. */
function urlOf({ items: [first], account }: Message): string {
  if (account) return '/account';
  return first ? `/tanks/${first.device_id}` : '/';
}

/** As the service worker of the dashboard reads it. */
function writePayload({ name, message }: Outgoing): string {
  const lines = linesOf(message);
  const [first] = message.items;
  const isOne = message.items.length === 1 && message.more === 0;
  return JSON.stringify({
    tag: name,
    title: isOne ? `Kisima: ${first?.device ?? ''}` : titleOf(message).slice(0, 200),
    body: lines.slice(0, mostLines).join('\n').slice(0, 1000),
    url: urlOf(message),
  });
}
