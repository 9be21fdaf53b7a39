import { Type } from 'typebox';
import { FormObject, RecordId } from '../../kit/api/schema/schema.ts';
import { parseInstant } from '../../kit/time/instant.ts';

export const OfAccount = FormObject({
  account: Type.Integer({ ...RecordId, description: 'Whose settings hold the secret.' }),
});

/** Event of an SMS service; unknown types are ignored. */
export const Event = Type.Object({
  type: Type.String({ maxLength: 100, description: 'Only `message.inbound` is looked at.' }),
  data: Type.Optional(Type.Unknown({ description: 'The message from a phone.' })),
});

export const Received = Type.Object({ received: Type.Literal(true) });

export type InboundMessage = {
  /** Id of the message at the SMS service. */
  id: string;
  from: string;
  to: string;
  text: string;
  /** Instant at which the SMS service received it, in epoch milliseconds. */
  sentAt: number;
};

const longestId = 200;

/** Reads the `data` of `message.inbound`; undefined where it is no message. */
export function readInbound(data: unknown): InboundMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { id, from, to, message, received_at } = data as Record<string, unknown>;
  const isId = Number.isSafeInteger(id) || (typeof id === 'string' && /^[!-~]+$/.test(id));
  const sentAt = typeof received_at === 'string' ? parseInstant(received_at) : undefined;
  if (!isId || String(id).length > longestId || sentAt === undefined) return undefined;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof message !== 'string') {
    return undefined;
  }
  return { id: String(id), from, to, text: message, sentAt };
}
