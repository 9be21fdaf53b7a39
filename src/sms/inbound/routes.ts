import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import { Instant, Named } from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { toIso } from '../../kit/time/instant.ts';
import { RedactedField } from '../message-fields.ts';
import { findInbound, type Inbound as InboundRow } from './queries.ts';

const Inbound = Named(
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

function presentInbound(inbound: InboundRow): Static<typeof Inbound> {
  return {
    id: inbound.id,
    from: inbound.from_phone,
    to: inbound.to_number,
    message: inbound.body ?? '',
    redacted: inbound.body === null,
    received_at: toIso(inbound.received_at),
  };
}

export type InboundDeps = { db: Database; guard: Guard };

/** Messages from phones, which document 2 does not speak of; see `docs/api/sms-events.md`. */
export function addInboundRoutes(app: App, { db, guard }: InboundDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/inbound',
    operation({
      summary: "Messages from phones to the account's senders, newest first",
      querystring: PageQuery('message'),
      response: { 200: Type.Array(Inbound) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) => findInbound(db.longRead, userId, page));
      return rows.map(presentInbound);
    },
  );
}
