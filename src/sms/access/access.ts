import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Guard } from '../../accounts/guard.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { KeyGuard } from './api-key-guard.ts';
import { checkRate } from './check-rate.ts';
import type { MinuteRate } from './minute-rate.ts';

type Hooks = onRequestAsyncHookHandler | onRequestAsyncHookHandler[];
type Refusals = ReturnType<typeof fails<401>>;

/** Who may call the operations that send and follow messages, and how they show who they are. */
export type Access = {
  /** Where the rooms stand, under the version segment. */
  path: '/sms' | '/account/sms';
  /** How their operations are described. */
  about: { tags: string[]; security: Record<string, string[]>[] };
  /** The hooks of an operation, and how they refuse. */
  onRequest: Hooks;
  refusals: Refusals;
  /** Those of an operation that sends. */
  onSend: Hooks;
  sendRefusals: Refusals;
  /** Whose account a request is about that the hooks have let through. */
  accountOf: (request: FastifyRequest) => number;
};

/** For programs, who carry an API key: document 2, section 5. */
export function createKeyAccess(keys: KeyGuard): Access {
  const refusals = fails(401, 403, 429);
  return {
    path: '/sms',
    about: { tags: ['SMS'], security: [{ apiKey: [] }] },
    onRequest: keys.requireKey,
    refusals,
    onSend: keys.requireKey,
    sendRefusals: refusals,
    accountOf: (request) => keys.holderOf(request).userId,
  };
}

type OwnerAccessDeps = {
  guard: Guard;
  /** Of the requests that send, whatever becomes of them. */
  rate: MinuteRate;
  openAccount: (userId: number, address: string) => Promise<unknown>;
};

/** Beyond document 2: for the account's owner, who carries the bearer token of the dashboard. */
export function createOwnerAccess(deps: OwnerAccessDeps): Access {
  const { guard, rate, openAccount } = deps;
  const accountOf = (request: FastifyRequest) => guard.callerOf(request).userId;
  const countSend: onRequestAsyncHookHandler = async (request, reply) => {
    const userId = accountOf(request);
    const use = await rate.count(userId);
    checkRate(reply, use, `Rate limit exceeded: ${use.limit} sends per minute per account.`);
    await openAccount(userId, request.ip);
  };
  return {
    path: '/account/sms',
    about: { tags: ['SMS account'], security: [{ bearer: [] }] },
    onRequest: guard.requireUser,
    refusals: fails(401),
    onSend: [guard.requireUser, countSend],
    sendRefusals: fails(401, 429),
    accountOf,
  };
}
