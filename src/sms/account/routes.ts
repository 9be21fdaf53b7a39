import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { App } from '../../kit/http/app.ts';
import type { PassedClient } from '../../kit/http/passed-client.ts';
import { minutesOfTime } from '../../kit/time/time-of-day.ts';
import { setLowBalance } from '../credits/low-balance.ts';
import type { PromotionRules } from '../promotions.ts';
import { type AccountDeps, openAccount } from './open-account.ts';
import {
  type AccountSettings,
  afterBothQuiet,
  findSendersOf,
  type QuietHours,
  updateSettings,
} from './queries.ts';
import {
  Account,
  presentAccount,
  presentSender,
  presentSettings,
  Sender,
  Settings,
  SettingsChanges,
} from './schemas.ts';

export type AccountRoutesDeps = AccountDeps & {
  guard: Guard;
  addressOf: PassedClient['addressOf'];
  /** True if messages of an account without a grant go to the simulator. */
  simulatesTrials: boolean;
  promotions: Pick<PromotionRules, 'hours'>;
};

/** The account itself, whose side of the service document 2 leaves to "the account dashboard". */
export function addAccountRoutes(app: App, deps: AccountRoutesDeps): void {
  const { db, guard, addressOf, simulatesTrials } = deps;
  const operation = operationsForUsers(guard, 'SMS account');
  const openOwn = (request: FastifyRequest) =>
    openAccount(deps, guard.callerOf(request).userId, addressOf(request));

  app.get(
    '/account',
    operation({
      summary: 'Show the account with its credits',
      response: { 200: Account },
    }),
    async (request) => presentAccount(await openOwn(request), simulatesTrials),
  );

  app.get(
    '/account/settings',
    operation({
      summary: 'Show the settings of the account',
      response: { 200: Settings },
    }),
    async (request) => presentSettings(await openOwn(request), guard.callerOf(request).timezone),
  );

  app.put(
    '/account/settings',
    operation({
      summary: 'Change the settings of the account',
      body: SettingsChanges,
      response: { 200: Settings },
    }),
    async (request) => {
      const { userId, timezone } = guard.callerOf(request);
      const from = { userId, timezone, address: addressOf(request) };
      return presentSettings(await changeSettings(deps, from, request.body), timezone);
    },
  );

  app.get(
    '/account/senders',
    operation({
      summary: 'List the sender ids and short codes of the account',
      response: { 200: Type.Array(Sender) },
    }),
    async (request) => {
      const senders = await findSendersOf(db.read, guard.callerOf(request).userId);
      return senders.map(presentSender);
    },
  );
}

/**
 * Changes what is given and leaves the rest.
 * @throws 400 where quiet hours would begin and end at the same time, or leave no time beside the operator's.
 */
async function changeSettings(
  deps: AccountRoutesDeps,
  { userId, timezone, address }: { userId: number; timezone: string; address: string },
  { quiet_hours, default_class, smart_encoding, low_balance }: SettingsChanges,
): Promise<AccountSettings> {
  const account = await openAccount(deps, userId, address);
  const hours = quiet_hours === undefined ? undefined : readQuietHours(quiet_hours);
  if (hours) refuseWithoutTime(deps, { ...hours, timezone });
  const changes: Partial<AccountSettings> = {
    ...hours,
    ...(default_class !== undefined && { default_class }),
    ...(smart_encoding !== undefined && { smart_encoding: smart_encoding ? 1 : 0 }),
  };
  await deps.db.transaction(async (trx) => {
    if (Object.keys(changes).length > 0) await updateSettings(trx, userId, changes);
    if (low_balance !== undefined) await setLowBalance(trx, userId, low_balance);
  });
  return { ...account, ...changes, ...(low_balance !== undefined && { low_balance }) };
}

function refuseWithoutTime(
  { clock, promotions }: AccountRoutesDeps,
  { quiet_from, quiet_until, timezone }: QuietHours & { timezone: string },
): void {
  if (quiet_from === null || quiet_until === null) return;
  if (afterBothQuiet(clock(), { quiet_from, quiet_until, timezone }, promotions) !== null) return;
  throw failures.invalidField('quiet_hours', fault('leavesNoTime'));
}

function readQuietHours(hours: { from: string; until: string } | null): QuietHours {
  if (hours === null) return { quiet_from: null, quiet_until: null };
  const [from, until] = [minutesOfTime(hours.from), minutesOfTime(hours.until)];
  if (from === until) {
    const message = fault('sameAs', { field: 'quiet_hours.from' });
    throw failures.invalidField('quiet_hours.until', message);
  }
  return { quiet_from: from, quiet_until: until };
}
