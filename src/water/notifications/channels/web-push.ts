import { createECDH, hkdfSync } from 'node:crypto';
import type { Result } from '../../../delivery/deliver.ts';
import type { Destinations } from '../../../delivery/destinations.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { httpPost } from '../../../kit/http/http-post.ts';
import { linesOf, type Message, titleOf } from '../message.ts';
import type { Target } from '../queries.ts';
import { type Channel, notSetUp, type Outgoing, resultOfPost } from './channel.ts';

/** Keys for encryption to one browser (RFC 8291). */
export type SubscriptionKeys = { p256dh: string; auth: string };

type WebPushDeps = {
  destinations: Destinations;
  vapid: VapidKeys & { subject: string };
  keysOf: (target: Target) => SubscriptionKeys | undefined;
  /** Called when the push service reports that the browser has unsubscribed. */
  remove: (target: Target) => Promise<void>;
};

const deadlineMs = 10_000;
const largestAnswer = 16_384;
/** Time for which a push service keeps a message for a phone that is off. */
const keptSeconds = 24 * 3600;
/** Keeps a message within the 4,096 encrypted bytes that push services take. */
const mostLines = 5;

/** Creates the channel to browsers by their push services, encrypted for each. */
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

/** True for a final refusal, such as of a payload that is too large; too many requests are temporary. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function isUrgent({ message: { items, account } }: Outgoing): boolean {
  const isCritical = items.some(
    ({ severity, phase }) => severity === 'critical' && phase !== 'resolved',
  );
  return isCritical || account !== undefined;
}

function urlOf({ items: [first], account }: Message): string {
  if (account) return '/account';
  return first ? `/tanks/${first.device_id}` : '/';
}

/** Writes the payload that the dashboard's service worker reads. */
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

export type VapidKeys = { publicKey: string; privateKey: string };

/** The order of the curve P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * Derives the keys by which push services know this server (RFC 8292) from its secret: subscriptions stay
 * valid as long as it has that secret, and no further key is stored.
 */
export function deriveVapidKeys(serverSecret: Buffer): VapidKeys {
  const seed = Buffer.from(hkdfSync('sha256', serverSecret, '', 'kisima vapid', 48));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
