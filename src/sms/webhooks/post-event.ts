import type { Result } from '../../delivery/deliver.ts';
import {
  type Agents,
  describeFailure,
  type PostDeps,
  postSigned,
} from '../../delivery/signed-post.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { PostResult } from '../../kit/http/http-post.ts';
import type { Delivery, Webhook } from './queries.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export type PostEventDeps = Omit<PostDeps, 'userAgent' | 'deadlineMs'> & {
  deadlineMs?: number;
  secrets: Pick<WebhookSecrets, 'open'>;
};

/** Longest wait for an endpoint's answer, unless a test sets another. */
const usualDeadlineMs = 10_000;

/** Posts an event to its webhook; over a connection of its own where no pool is given. */
export function postEvent(
  { deadlineMs = usualDeadlineMs, ...deps }: PostEventDeps,
  endpoint: { url: string; secret: string },
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  options: { agents?: Agents; signal?: AbortSignal } = {},
): Promise<PostResult> {
  const post = { ...deps, deadlineMs, userAgent: 'Kisima-Webhooks' };
  return postSigned(post, endpoint, { id: `evt_${id}`, body }, options);
}

/** Sends webhooks their events for the delivery loop. */
export function createEventSender(deps: PostEventDeps, agents: Agents) {
  return async (
    webhook: Webhook,
    delivery: Delivery,
    signal: AbortSignal,
  ): Promise<Result | undefined> => {
    const secret = deps.secrets.open(webhook);
    if (secret === undefined) return { outcome: 'failed', error: fault('notSetUp') };
    const endpoint = { url: webhook.url, secret };
    const result = await postEvent(deps, endpoint, delivery, { agents, signal });
    const isAnswered = result.outcome === 'answered';
    // Cut short by us: its outcome is unknown.
    if (signal.aborted && !isAnswered) return undefined;
    const error = describeFailure(result);
    if (error === undefined) return { outcome: 'delivered' };
    return isAnswered ? { outcome: 'failed', error } : { outcome: 'silent', error };
  };
}
