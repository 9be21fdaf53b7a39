import { type Static, Type } from 'typebox';
import { Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import { toIso } from '../../../kit/time/instant.ts';
import {
  type MessageClass,
  type MessageStatus,
  messageClasses,
  messageStatuses,
} from '../../message-states.ts';
import type { SimulatedMessage as SimulatedRow } from './queries.ts';

export const SimulatedMessage = Named(
  'SimulatedMessage',
  Type.Object({
    message_id: Type.String(),
    job_id: Nullable(Type.Integer()),
    to: Type.String(),
    message: Type.String({ description: 'The text as a phone would show it.' }),
    redacted: Type.Boolean({
      description: 'Whether its text was deleted; `message` is empty then.',
    }),
    class: OneOf(messageClasses),
    status: OneOf(messageStatuses),
    segments: Type.Integer(),
    sent_at: Instant,
  }),
);

export function presentSimulated(row: SimulatedRow): Static<typeof SimulatedMessage> {
  return {
    message_id: String(row.id),
    job_id: row.job_id,
    to: row.phone,
    message: row.text ?? '',
    redacted: row.text === null,
    class: row.class as MessageClass,
    status: row.status as MessageStatus,
    segments: row.segments,
    sent_at: toIso(row.sent_at),
  };
}
