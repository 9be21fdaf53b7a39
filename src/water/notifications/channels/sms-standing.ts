import { isSimulated, readObject } from '../../../kit/http/sms-api.ts';

/**
 * States of an SMS as its service says them. `sent`: it was taken, and no receipt has come; `simulated`: no
 * phone was meant; `handed_over`: it was taken by a service that says nothing of what became of it.
 */
export const smsStates = ['sent', 'delivered', 'simulated', 'handed_over', 'failed'] as const;
export type SmsState = (typeof smsStates)[number];

/** Standing of an SMS at its service. */
export type SmsStanding = {
  state: SmsState;
  /** Id of the message there; null where the service names none. */
  messageId: string | null;
  /** Epoch milliseconds at which the phone had it. */
  receivedAt: number | null;
};

/** Reads the answer to a send (document 2, section 4), whose `message_id` and `simulated` other servers lack. */
export function readSendAnswer(text: string): SmsStanding {
  const { message_id: id } = readObject(text);
  const messageId = typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  const sent = messageId === null ? 'handed_over' : 'sent';
  return { state: isSimulated(text) ? 'simulated' : sent, messageId, receivedAt: null };
}

const failedStates = ['undelivered', 'failed', 'expired', 'cancelled'];
const openStates = ['scheduled', 'queued', 'sending', 'unknown', 'sent'];

/** Reads a message as `GET /v1/sms/messages/{id}` answers it; undefined for what is no such answer. */
export function readMessageAnswer(text: string): Omit<SmsStanding, 'messageId'> | undefined {
  const { status, simulated, delivered_at } = readObject(text);
  if (typeof status !== 'string') return undefined;
  if (simulated === true) return { state: 'simulated', receivedAt: null };
  if (status === 'delivered') {
    const at = typeof delivered_at === 'string' ? Date.parse(delivered_at) : Number.NaN;
    return { state: 'delivered', receivedAt: Number.isNaN(at) ? null : at };
  }
  if (failedStates.includes(status)) return { state: 'failed', receivedAt: null };
  return openStates.includes(status) ? { state: 'sent', receivedAt: null } : undefined;
}
