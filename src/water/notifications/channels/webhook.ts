import { type Agents, type PostDeps, postSigned } from '../../../delivery/signed-post.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { linesOf, titleOf } from '../message.ts';
import type { Target } from '../queries.ts';
import type { Channel, Outgoing } from './channel.ts';
import { notSetUp, resultOfPost } from './channel.ts';

type WebhookDeps = Omit<PostDeps, 'userAgent' | 'deadlineMs'> & {
  agents: Agents;
  secretOf: (target: Target) => string | undefined;
};

const deadlineMs = 10_000;

/**
 * Creates the channel that posts messages as JSON, signed like the events of the SMS service (Standard
 * Webhooks).
 */
export function createWebhookChannel({ agents, secretOf, ...deps }: WebhookDeps): Channel {
  return {
    send: async (target, outgoing, signal) => {
      const secret = secretOf(target);
      if (secret === undefined) return notSetUp;
      const endpoint = { url: target.address, secret };
      const event = { id: outgoing.name, body: writeEvent(outgoing) };
      const post = { ...deps, deadlineMs, userAgent: 'Kisima-Notifications' };
      const result = await postSigned(post, endpoint, event, { agents, signal });
      // An endpoint under repair may answer with anything, so no status is final.
      return resultOfPost(result, () => false);
    },
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Writes the body, which is the same at every try. */
function writeEvent({ message, createdAt, link }: Outgoing): string {
  return JSON.stringify({
    type: message.items.length > 0 ? 'incidents' : 'test',
    timestamp: toIso(createdAt),
    data: {
      title: titleOf(message),
      lines: linesOf(message),
      is_digest: message.is_digest,
      more: message.more,
      incidents: message.items.map(({ incident_id, device_id, at, ...item }) => ({
        id: incident_id,
        device_id: String(device_id),
        ...item,
        at: toIso(at),
      })),
      others: (message.others ?? []).map(({ incident_id, device_id, phase }) => ({
        id: incident_id,
        device_id: String(device_id),
        phase,
      })),
      acknowledge_url: link ?? null,
    },
  });
}
