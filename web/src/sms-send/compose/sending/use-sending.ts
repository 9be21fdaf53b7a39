import { useLocation } from 'preact-iso';
import { call } from '../../../api/call.ts';
import { Failure } from '../../../api/failure.ts';
import { attempted, bulkBody, type Draft, singleBody } from '../draft.ts';
import type { Recipient } from '../recipients/recipients.ts';
import type { DraftInHand } from '../use-draft.ts';

/**
 * Sends the draft once, however often it is tried: its key is kept with it before it leaves, so that
 * not even a page that is closed meanwhile sends it twice. Then leads to what became of it.
 */
export function useSending(
  { draft, keep, clear }: DraftInHand,
  recipients: Recipient[],
  timeZone: string,
): () => Promise<void> {
  const { route } = useLocation();
  return async () => {
    const trying = attempted(draft, Date.now(), newKey);
    keep({ ...trying, isInDoubt: true });
    try {
      const address = await send(trying, trying.attempt.key, recipients, timeZone);
      clear();
      route(address);
    } catch (error) {
      keep({ ...trying, isInDoubt: draft.isInDoubt || !isRefusal(error) });
      throw error;
    }
  };
}

/** Whether it says for certain that nothing was sent: 502 is that no provider took it. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.status < 500 || error.status === 502);
}

async function send(
  draft: Draft,
  idempotencyKey: string,
  recipients: Recipient[],
  timeZone: string,
): Promise<string> {
  const [only] = recipients;
  if (draft.mode === 'numbers' && only && recipients.length === 1) {
    const body = singleBody(draft, only, timeZone);
    const { message_id } = await call('POST /v1/account/sms/send', { body, idempotencyKey });
    return `/sms/messages/${message_id}`;
  }
  const body = bulkBody(draft, recipients, timeZone);
  const answer = await call('POST /v1/account/sms/bulk', { body, idempotencyKey });
  return 'job_id' in answer ? `/sms/jobs/${answer.job_id}` : '/sms/jobs';
}

function newKey(): string {
  // `randomUUID` is not there on pages without TLS, as on a home network.
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
