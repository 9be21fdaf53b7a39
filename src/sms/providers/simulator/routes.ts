import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../../accounts/declared-operations.ts';
import type { Guard } from '../../../accounts/guard.ts';
import type { Database } from '../../../db/database.ts';
import { findPage, PageQuery } from '../../../kit/api/page.ts';
import { Instant, Named, Nullable, OneOf } from '../../../kit/api/schema/schema.ts';
import type { App } from '../../../kit/http/app.ts';
import { toIso } from '../../../kit/time/instant.ts';
import {
  type MessageClass,
  type MessageStatus,
  messageClasses,
  messageStatuses,
} from '../../message-states.ts';
import { findSimulated, type SimulatedMessage as SimulatedRow } from './queries.ts';

const SimulatedMessage = Named(
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

function presentSimulated(row: SimulatedRow): Static<typeof SimulatedMessage> {
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

export type SimulatorRoutesDeps = { db: Database; guard: Guard };

/**
 * Shows the messages that the simulator "sent", so that a newcomer sees the texts; see
 * `docs/sms-states.md`.
 */
export function addSimulatorRoutes(app: App, { db, guard }: SimulatorRoutesDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/outbox',
    operation({
      summary: 'What the simulator took of your messages, newest first',
      querystring: PageQuery('message'),
      response: { 200: Type.Array(SimulatedMessage) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const rows = await findPage(request, reply, (page) =>
        findSimulated(db.longRead, userId, page),
      );
      return rows.map(presentSimulated);
    },
  );
}
