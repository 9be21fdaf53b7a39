import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import { operationsForAdmins } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { toEmailKey } from '../../accounts/sign-in.ts';
import type { Database } from '../../db/database.ts';
import type { PageAfter } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPageAfter, findPageBy } from '../../kit/api/page.ts';
import type { App } from '../../kit/http/app.ts';
import type { Clock } from '../../kit/time/clock.ts';
import {
  type Idempotency,
  IdempotencyHeader,
  readKeyedRequest,
  replyWith,
} from '../idempotency/idempotency.ts';
import { senderKey } from '../inbound/queries.ts';
import type { MessageClass } from '../message-states.ts';
import { findProviderMoney } from '../providers/money/queries.ts';
import type { ProviderHealth } from '../providers/provider.ts';
import { addAuditRoutes } from './audit-routes.ts';
import { grantOnce } from './grant.ts';
import {
  deleteSender,
  findAccounts,
  findSender,
  findSenders,
  findUserId,
  insertSender,
  type Sender as SenderRow,
  updateSenderClass,
} from './queries.ts';
import {
  AccountLine,
  AccountsQuery,
  BySender,
  Granted,
  NewGrant,
  NewSender,
  ProviderLine,
  presentAccountLine,
  presentProviders,
  presentSender,
  Sender,
  SendersQuery,
} from './schemas.ts';

export type AdminDeps = {
  db: Database;
  clock: Clock;
  guard: Guard;
  trialCredits: number;
  once: Idempotency;
  providers: () => (ProviderHealth & { name: string })[];
};

/** Beyond document 2: what administrators do. To everybody else these paths do not exist. */
export function addAdminRoutes(app: App, deps: AdminDeps): void {
  const { db, guard, once, providers } = deps;
  const operation = operationsForAdmins(guard, 'SMS administration');

  const actorOf = (request: FastifyRequest): Actor => ({
    userId: guard.callerOf(request).userId,
    address: request.ip,
  });

  const findUser = async (email: string): Promise<number> => {
    const userId = await findUserId(db.read, toEmailKey(email));
    if (userId === undefined) throw failures.notFound('Account');
    return userId;
  };

  app.get(
    '/admin/accounts',
    operation({
      summary: 'List all accounts with their credits, oldest first',
      querystring: AccountsQuery,
      response: { 200: Type.Array(AccountLine) },
    }),
    async (request, reply) => {
      const { email } = request.query;
      const emailStart = email === undefined ? email : toEmailKey(email);
      const find = (page: PageAfter) => findAccounts(db.longRead, { ...page, emailStart });
      return (await findPageAfter(request, reply, find)).map(presentAccountLine);
    },
  );

  app.post(
    '/admin/credits',
    operation({
      summary: 'Credit an account, or take unused credits back',
      headers: IdempotencyHeader,
      body: NewGrant,
      response: { 201: Granted, ...fails(409) },
    }),
    async (request, reply) => {
      const { email, credits, note = null } = request.body;
      const keyed = await readKeyedRequest(request, guard.callerOf(request).userId);
      const answer = await once(keyed, async () => {
        const userId = await findUser(email);
        return await grantOnce(deps, { userId, credits, note, by: actorOf(request) }, keyed);
      });
      return replyWith(reply, answer) as Static<typeof Granted>;
    },
  );

  app.get(
    '/admin/senders',
    operation({
      summary: 'List all sender ids and short codes with their accounts',
      querystring: SendersQuery,
      response: { 200: Type.Array(Sender) },
    }),
    async (request, reply) => {
      const page = await findPageBy('sender', request, reply, (page) =>
        findSenders(db.longRead, page),
      );
      return page.map(presentSender);
    },
  );

  app.post(
    '/admin/senders',
    operation({
      summary: 'Give an account a sender id or short code',
      body: NewSender,
      response: { 200: Sender, 201: Sender, ...fails(409) },
    }),
    async (request, reply) => {
      const userId = await findUser(request.body.email);
      const { sender: name, class: carried } = request.body;
      const given = { userId, name, class: carried, by: actorOf(request) };
      const { sender, isNew } = await giveSender(deps, given);
      reply.code(isNew ? 201 : 200);
      return presentSender(sender);
    },
  );

  app.delete(
    '/admin/senders/:sender',
    operation({
      summary: 'Take a sender id or short code from its account',
      params: BySender,
      response: { 200: Sender },
    }),
    async (request) => {
      const taken = { name: request.params.sender, by: actorOf(request) };
      const sender = await takeSender(deps, taken);
      if (!sender) throw failures.notFound('Sender');
      return presentSender(sender);
    },
  );

  app.get(
    '/admin/providers',
    operation({
      summary: 'Tell how each way to phones is',
      response: { 200: Type.Array(ProviderLine) },
    }),
    async () => presentProviders(providers(), await findProviderMoney(db.read)),
  );

  addAuditRoutes(app, deps);
}

type Deps = { db: Database; clock: Clock };

/**
 * Gives an account a sender id or short code; giving it again changes nothing but the class it carries.
 * @throws 409 where it is another account's.
 */
export async function giveSender(
  { db, clock }: Deps,
  given: { userId: number; name: string; class?: MessageClass | null | undefined; by: Actor },
): Promise<{ sender: SenderRow; isNew: boolean }> {
  const { userId, name, class: carried, by } = given;
  const key = senderKey(name);
  const now = clock();
  const row = {
    sender: key,
    name: name.trim(),
    user_id: userId,
    created_at: now,
    class: carried ?? null,
  };
  return await db.transaction(async (trx) => {
    const isNew = await insertSender(trx, row);
    const sender = await findSender(trx, key);
    if (sender?.user_id !== userId) {
      throw failures.conflict('sender_taken', 'This sender belongs to another account.');
    }
    const isSame = carried === undefined || sender.class === carried;
    if (!isNew && isSame) return { sender, isNew };
    if (!isNew) await updateSenderClass(trx, row);
    const facts = { sender: sender.name, ...(carried && { class: carried }) };
    await enterAudit(trx, { by, action: 'sender_given', userId, facts, now });
    return { sender: { ...sender, class: row.class }, isNew };
  });
}

/** Takes a sender from its account. @returns it; undefined where there is none. */
export async function takeSender(
  { db, clock }: Deps,
  { name, by }: { name: string; by: Actor },
): Promise<SenderRow | undefined> {
  const key = senderKey(name);
  return await db.transaction(async (trx) => {
    const sender = await findSender(trx, key);
    if (!sender) return undefined;
    await deleteSender(trx, key);
    const { user_id: userId } = sender;
    const facts = { sender: sender.name };
    await enterAudit(trx, { by, action: 'sender_taken', userId, facts, now: clock() });
    return sender;
  });
}
