import { Type } from 'typebox';
import { findUser } from '../../accounts/queries.ts';
import type { Database } from '../../db/database.ts';
import { type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { findPage } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { parseQueryInstant } from '../../kit/time/instant.ts';
import type { Access } from '../access/access.ts';
import { answerCsv, ListOrFile } from '../files/csv-answer.ts';
import { readTime } from '../files/dated-page.ts';
import { type CancelDeps, cancel } from './cancel.ts';
import { messageFile } from './message-file.ts';
import { findMessage, findMessages, isDated, type MessageFilter } from './queries.ts';
import { ByMessageId, Message, MessagesQuery, presentMessage } from './schemas.ts';

export type MessagesDeps = CancelDeps & { access: Access; longReads: LongReads };

/** Document 2, section 3: a `message_id` is returned "for delivery tracking". */
export function addMessagesRoutes(app: App, deps: MessagesDeps): void {
  const { db, access, longReads } = deps;
  const { path, operation } = access;

  app.get(
    `${path}/messages`,
    {
      // Its HEAD would read all that its GET sends.
      exposeHeadRoute: false,
      ...operation({
        summary: 'List messages, newest first, or take them all as a CSV file',
        querystring: MessagesQuery,
        response: { 200: ListOrFile('Messages, newest first.', Type.Array(Message)) },
      }),
    },
    async (request, reply) => {
      const accountId = access.accountOf(request);
      const zone = await zoneOf(db, accountId);
      const filter = readFilter(request.query, zone);
      if (request.query.format === 'csv') {
        const file = messageFile(db, accountId, filter);
        return await answerCsv({ longReads, request, accountId }, reply, file);
      }
      // Of a million messages a filter may have to look at each.
      const rows = await longReads.whole({ accountId, request }, (signal) =>
        findPage(request, reply, (page) =>
          db.inTurn(async () => {
            const beforeAt = isDated(filter)
              ? (await findMessage(db.longRead, accountId, page.before))?.created_at
              : undefined;
            return await findMessages(db.longRead, accountId, { ...filter, ...page, beforeAt });
          }, signal),
        ),
      );
      return reply.send(rows.map(presentMessage));
    },
  );

  app.get(
    `${path}/messages/:message_id`,
    operation({
      summary: 'Show a message with its state',
      params: ByMessageId,
      response: { 200: Message, ...fails(404) },
    }),
    async (request) => {
      const messageId = readMessageId(request.params.message_id);
      return await showMessage(deps, access.accountOf(request), messageId);
    },
  );

  app.delete(
    `${path}/messages/:message_id`,
    operation({
      summary: 'Cancel a message that was not sent',
      description: 'Its credits are given back; the answer is the message as it now is.',
      params: ByMessageId,
      response: { 200: Message, ...fails(404, 409) },
    }),
    async (request) => {
      const userId = access.accountOf(request);
      const messageId = readMessageId(request.params.message_id);
      await showMessage(deps, userId, messageId);
      await cancel(deps, { userId, messageId });
      return await showMessage(deps, userId, messageId);
    },
  );
}

/** Fifteen digits hold every id that a number holds exactly; what is no id is no message. */
function readMessageId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw failures.notFound('Message');
  return Number(text);
}

async function showMessage({ db }: Pick<MessagesDeps, 'db'>, userId: number, id: number) {
  const message = await findMessage(db.read, userId, id);
  if (!message) throw failures.notFound('Message');
  return presentMessage(message);
}

/** @throws 400 that names every field that cannot be read. */
function readFilter(query: MessagesQuery, zone: string): MessageFilter {
  const errors: FieldError[] = [];
  const read = <T>(
    field: 'to' | 'from' | 'until',
    parse: (text: string) => T,
    message: FaultText,
  ) => {
    const text = query[field];
    const value = text === undefined ? undefined : parse(text);
    if (text !== undefined && value === undefined) errors.push({ field, message });
    return value;
  };
  const isNoInstant = fault('offset');
  const filter = {
    phone: read('to', normalisePhone, fault('phone')),
    from: read('from', parseQueryInstant, isNoInstant),
    until: read('until', parseQueryInstant, isNoInstant),
    status: query.status,
    jobId: query.job_id,
    campaign: query.campaign,
    reference: query.reference,
  };
  if (errors.length > 0) throw failures.invalid(errors);
  const days = readTime({ from: query.from_day, to: query.to_day }, zone, '_day');
  return {
    ...filter,
    from: Math.max(filter.from ?? 0, days.from ?? 0) || undefined,
    until: days.to === undefined ? filter.until : Math.min(filter.until ?? days.to, days.to),
  };
}

async function zoneOf({ read }: Database, userId: number): Promise<string> {
  return (await findUser(read, userId))?.timezone ?? 'UTC';
}
