import { type Static, Type } from 'typebox';
import { Instant, Named } from '../../kit/api/schema/schema.ts';
import { toIso } from '../../kit/time/instant.ts';
import { RedactedField } from '../message-fields.ts';
import type { Inbound as InboundRow } from './queries.ts';

export const Inbound = Named(
  'InboundMessage',
  Type.Object({
    id: Type.Integer(),
    from: Type.String({ description: 'The phone that sent it.' }),
    to: Type.String({ description: 'The sender id or short code that it was sent to.' }),
    message: Type.String(),
    redacted: RedactedField,
    received_at: Instant,
  }),
);

export function presentInbound(inbound: InboundRow): Static<typeof Inbound> {
  return {
    id: inbound.id,
    from: inbound.from_phone,
    to: inbound.to_number,
    message: inbound.body ?? '',
    redacted: inbound.body === null,
    received_at: toIso(inbound.received_at),
  };
}
