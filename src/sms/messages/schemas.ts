import { type Static, Type } from 'typebox';
import { PageCursor, PageLimit } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { FormatField } from '../files/csv-answer.ts';
import { dayFields } from '../files/dated-page.ts';
import { longestReference, RedactedField } from '../message-fields.ts';
import { messageClasses, messageStatuses } from '../message-states.ts';
import { isSimulated } from '../providers/simulator/simulator.ts';
import type { Message as MessageRow } from './queries.ts';

export const ByMessageId = Type.Object({ message_id: Type.String({ maxLength: 200 }) });

export const MessagesQuery = FormObject({
  status: Type.Optional(OneOf(messageStatuses)),
  to: Type.Optional(
    Type.String({ maxLength: 64, description: 'A number, in any form that send takes.' }),
  ),
  job_id: Type.Optional(RecordId),
  campaign: Type.Optional(Line(100)),
  reference: Type.Optional(Line(longestReference, { description: 'Exactly.' })),
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'Created at or after; ISO 8601 with an offset.' }),
  ),
  until: Type.Optional(
    Type.String({ maxLength: 40, description: 'Created before; ISO 8601 with an offset.' }),
  ),
  ...dayFields,
  format: FormatField,
  limit: PageLimit(),
  before: PageCursor('message'),
});
export type MessagesQuery = Static<typeof MessagesQuery>;

export const Message = Named(
  'SmsMessage',
  Type.Object({
    message_id: Type.String(),
    job_id: Nullable(Type.Integer()),
    to: Type.String({ description: '`254XXXXXXXXX`.' }),
    reference: Nullable(Type.String(), { description: 'What you called it; goes with the text.' }),
    message: Type.String(),
    redacted: RedactedField,
    class: OneOf(messageClasses),
    status: OneOf(messageStatuses),
    segments: Type.Integer(),
    encoding: OneOf(['gsm7', 'ucs2']),
    cost: Type.Integer({ description: 'Credits that it was charged with.' }),
    error: Nullable(Type.String()),
    attempts: Type.Integer({ description: 'How often a provider was asked to take it.' }),
    scheduled_at: Nullable(Instant),
    created_at: Instant,
    sent_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
    simulated: Type.Boolean({
      description: 'Whether it is the simulator that carries it: no phone gets it.',
    }),
  }),
);

export function presentMessage(row: MessageRow): Static<typeof Message> {
  return {
    message_id: String(row.id),
    job_id: row.job_id,
    to: row.phone,
    reference: row.reference,
    message: row.text ?? '',
    // No message is empty but one whose text is gone.
    redacted: (row.text ?? '') === '',
    class: row.class as (typeof messageClasses)[number],
    status: row.status as (typeof messageStatuses)[number],
    segments: row.segments,
    encoding: row.encoding as 'gsm7' | 'ucs2',
    cost: row.cost,
    error: row.error,
    attempts: row.attempts,
    scheduled_at: toIsoOrNull(row.scheduled_at),
    created_at: toIso(row.created_at),
    sent_at: toIsoOrNull(row.sent_at),
    delivered_at: toIsoOrNull(row.delivered_at),
    simulated: isSimulated(row),
  };
}
