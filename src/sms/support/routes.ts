import { type Static, Type } from 'typebox';
import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import { operationsForAdmins } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { findPage, PageCursor, PageLimit } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Line,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { messageClasses, messageStatuses } from '../message-states.ts';
import { isSimulated } from '../providers/simulator/simulator.ts';
import { countByAccount, type FoundMessage, findMessagesOfAll, type Sought } from './queries.ts';

const SearchQuery = FormObject({
  phone: Type.Optional(Line(64, { description: 'A number, in any form that send takes.' })),
  message_id: Type.Optional(RecordId),
  provider_id: Type.Optional(Line(200, { description: "The provider's id of a part of it." })),
  text: Type.Optional(
    OneOf(['true', 'false'], {
      description: 'Also shows the texts, which is entered in the audit.',
    }),
  ),
  limit: PageLimit(100),
  before: PageCursor('message'),
});
type SearchQuery = Static<typeof SearchQuery>;

const FoundLine = Named(
  'SmsMessageOfAccount',
  Type.Object({
    email: Type.String({ description: 'The account that sent it.' }),
    account_id: Type.String(),
    message_id: Type.String(),
    job_id: Nullable(Type.Integer()),
    to: Type.String(),
    message: Type.Optional(Type.String({ description: 'There where `text` asks for it.' })),
    class: OneOf(messageClasses),
    status: OneOf(messageStatuses),
    segments: Type.Integer(),
    cost: Type.Integer(),
    error: Nullable(Type.String()),
    provider: Nullable(Type.String()),
    attempts: Type.Integer(),
    created_at: Instant,
    sent_at: Nullable(Instant),
    delivered_at: Nullable(Instant),
    simulated: Type.Boolean(),
  }),
);

function presentFound(row: FoundMessage, withText: boolean): Static<typeof FoundLine> {
  return {
    email: row.email,
    account_id: String(row.user_id),
    message_id: String(row.id),
    job_id: row.job_id,
    to: row.phone,
    ...(withText && { message: row.text ?? '' }),
    class: row.class as (typeof messageClasses)[number],
    status: row.status as (typeof messageStatuses)[number],
    segments: row.segments,
    cost: row.cost,
    error: row.error,
    provider: row.provider,
    attempts: row.attempts,
    created_at: toIso(row.created_at),
    sent_at: toIsoOrNull(row.sent_at),
    delivered_at: toIsoOrNull(row.delivered_at),
    simulated: isSimulated(row),
  };
}

type SupportDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  providers: () => { name: string }[];
};

/** Serves administrators the messages of all accounts, for support; each search is entered in the audit. */
export function addSupportRoutes(app: App, deps: SupportDeps): void {
  const { db, guard } = deps;
  const operation = operationsForAdmins(guard, 'SMS administration');

  app.get(
    '/admin/messages',
    {
      // Its HEAD would be entered in the audit without having shown anything.
      exposeHeadRoute: false,
      ...operation({
        summary: 'Find messages of all accounts, newest first',
        description: 'By one of `phone`, `message_id` and `provider_id`; entered in the audit.',
        querystring: SearchQuery,
        response: { 200: Type.Array(FoundLine) },
      }),
    },
    async (request, reply) => {
      const withText = request.query.text === 'true';
      const sought = readSought(request.query);
      const providers = deps.providers().map(({ name }) => name);
      const rows = await findPage(request, reply, (page) =>
        findMessagesOfAll(db, { sought, withText, providers, ...page }),
      );
      const by = { userId: guard.callerOf(request).userId, address: request.ip };
      await enterSearch(deps, { by, sought, withText, rows });
      return rows.map((row) => presentFound(row, withText));
    },
  );
}

/** @throws 400 unless just one thing is sought. */
function readSought({ phone, message_id, provider_id }: SearchQuery): Sought {
  const given: Sought[] = [];
  if (phone !== undefined) {
    const value = normalisePhone(phone);
    if (value === undefined) {
      throw failures.invalidField('phone', fault('phone'));
    }
    given.push({ by: 'phone', value });
  }
  if (message_id !== undefined) given.push({ by: 'message_id', value: message_id });
  if (provider_id !== undefined) given.push({ by: 'provider_id', value: provider_id });
  const [sought, second] = given;
  if (sought && !second) return sought;
  const message = fault('oneSought');
  throw failures.invalid(
    ['message_id', 'phone', 'provider_id'].map((field) => ({ field, message })),
  );
}

type Seen = { by: Actor; sought: Sought; withText: boolean; rows: FoundMessage[] };

/** Enters who looked for what: an entry for each account whose messages were shown, or one for none. */
async function enterSearch(
  { db, clock }: Pick<SupportDeps, 'db' | 'clock'>,
  { by, sought, withText, rows }: Seen,
): Promise<void> {
  const now = clock();
  const action = withText ? 'texts_read' : 'messages_searched';
  const shown = rows.length > 0 ? [...countByAccount(rows)] : [[null, 0] as const];
  await db.transaction(async (trx) => {
    for (const [userId, messages] of shown) {
      const facts = { by: sought.by, sought: sought.value, messages };
      await enterAudit(trx, { by, action, userId, facts, now });
    }
  });
}
