import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { declaresOperations } from '../../kit/api/declares-operations.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import type { KeyGuard } from './api-key-guard.ts';
import { checkRate, type MinuteRate } from './minute-rate.ts';

type DeclaresOperation = ReturnType<typeof declaresOperations>;

/** The callers of the operations that send and follow messages, and their authentication. */
export type Access = {
  /** The path of the rooms, under the version segment. */
  path: '/sms' | '/account/sms';
  operation: DeclaresOperation;
  sendOperation: DeclaresOperation;
  accountOf: (request: FastifyRequest) => number;
  /** The key of a program; null for the owner. */
  keyOf: (request: FastifyRequest) => number | null;
};

/** Access of programs, which carry an API key: document 2, section 5. */
export function createKeyAccess(keys: KeyGuard): Access {
  const operation = declaresOperations({
    onRequest: keys.requireKey,
    refusals: fails(401, 403, 429),
    schema: { tags: ['SMS'], security: [{ apiKey: [] }] },
  });
  return {
    path: '/sms',
    operation,
    sendOperation: operation,
    accountOf: (request) => keys.holderOf(request).userId,
    keyOf: (request) => keys.holderOf(request).keyId,
  };
}

type OwnerAccessDeps = {
  guard: Guard;
  /** Rate of the requests that send, whatever their outcome. */
  rate: MinuteRate;
  openAccount: (userId: number, address: string) => Promise<unknown>;
};

/** Beyond document 2: access of the account's owner, who carries the bearer token of the dashboard. */
export function createOwnerAccess(deps: OwnerAccessDeps): Access {
  const { guard, rate, openAccount } = deps;
  const accountOf = (request: FastifyRequest) => guard.callerOf(request).userId;
  const countSend: onRequestAsyncHookHandler = async (request, reply) => {
    const userId = accountOf(request);
    const use = await rate.count(userId);
    checkRate(reply, use, `Rate limit exceeded: ${use.limit} sends per minute per account.`);
    await openAccount(userId, request.ip);
  };
  const tag = 'SMS account';
  return {
    path: '/account/sms',
    operation: operationsForUsers(guard, tag),
    sendOperation: declaresOperations({
      onRequest: [guard.requireUser, countSend],
      refusals: fails(401, 429),
      schema: { tags: [tag], security: [{ bearer: [] }] },
    }),
    accountOf,
    keyOf: () => null,
  };
}
