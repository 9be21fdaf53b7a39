import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { Flag } from '../../db/tables/flag.ts';
import { afterQuietHours } from '../../kit/time/quiet-hours.ts';
import type { MessageClass } from '../message-states.ts';
import { afterOperatorsQuiet, type PromotionRules } from '../promotions.ts';
import { suspensionColumns } from '../suspension/queries.ts';

export type Account = {
  email: string;
  quota: number;
  used: number;
  quiet_from: number | null;
  quiet_until: number | null;
  is_trial: Flag;
  default_class: string;
  smart_encoding: Flag;
  suspended_at: number | null;
  suspended_reason: string | null;
  low_balance: number | null;
  is_low: Flag;
};

/** Undefined where the user has no account with this service yet. */
export async function findAccount(db: Db, userId: number): Promise<Account | undefined> {
  return await db
    .selectFrom('sms_accounts')
    .innerJoin('users', 'users.id', 'sms_accounts.user_id')
    .select([
      'users.email',
      'quota',
      'used',
      'quiet_from',
      'quiet_until',
      'is_trial',
      'default_class',
      'smart_encoding',
      'low_balance',
      'is_low',
    ])
    .select(suspensionColumns)
    .where('sms_accounts.user_id', '=', userId)
    .executeTakeFirst();
}

export type QuietHours = { quiet_from: number | null; quiet_until: number | null };
export type AccountSettings = QuietHours &
  Pick<Account, 'default_class' | 'smart_encoding' | 'low_balance'>;

export async function updateSettings(
  db: Db,
  userId: number,
  settings: Partial<Omit<AccountSettings, 'low_balance'>>,
): Promise<void> {
  await db.updateTable('sms_accounts').set(settings).where('user_id', '=', userId).execute();
}

/** What an account says of messages that do not say it themselves. */
export type MessageDefaults = { class: MessageClass; isSmart: boolean };

export async function findMessageDefaults(db: Db, userId: number): Promise<MessageDefaults> {
  const [account] = await findDefaults(db, { userId });
  return {
    class: (account?.default_class ?? 'transactional') as MessageClass,
    isSmart: account?.smart_encoding === 1,
  };
}

const findDefaults = prepare(({ userId }: { userId: number }, _engine, db) =>
  db
    .selectFrom('sms_accounts')
    .select(['default_class', 'smart_encoding'])
    .where('user_id', '=', userId),
);

/** A sender of an account: its name, and the only class that it carries, if it does not carry both. */
export type SenderRow = { name: string; created_at: number; class: MessageClass | null };

/** Finds an account's sender ids and short codes, in alphabetical order. */
export async function findSendersOf(db: Db, userId: number): Promise<SenderRow[]> {
  const rows = await db
    .selectFrom('sms_senders')
    .select(['name', 'created_at', 'class'])
    .where('user_id', '=', userId)
    .orderBy('sender')
    .execute();
  return rows as SenderRow[];
}

export type QuietAccount = {
  user_id: number;
  quiet_from: number;
  quiet_until: number;
  timezone: string;
};

export async function findQuietAccounts(db: Db, userIds: number[]): Promise<QuietAccount[]> {
  return await db
    .selectFrom('sms_accounts')
    .innerJoin('users', 'users.id', 'sms_accounts.user_id')
    .select((eb) => [
      'sms_accounts.user_id',
      eb.ref('sms_accounts.quiet_from').$notNull().as('quiet_from'),
      eb.ref('sms_accounts.quiet_until').$notNull().as('quiet_until'),
      'users.timezone',
    ])
    .where('sms_accounts.user_id', 'in', userIds)
    .where('sms_accounts.quiet_from', 'is not', null)
    .where('sms_accounts.quiet_until', 'is not', null)
    .execute();
}

/** An account that is in its quiet hours, and when they end; null where they leave no time at all. */
export type QuietEnd = { userId: number; until: number | null };

/**
 * Finds the accounts whose promotional messages have to wait at an instant, by their own quiet hours or by
 * the operator's.
 */
export async function findQuietEnds(
  db: Db,
  userIds: number[],
  at: number,
  rules: Pick<PromotionRules, 'hours'>,
): Promise<QuietEnd[]> {
  const accounts = await findQuietAccounts(db, userIds);
  const own = new Map(accounts.map((account) => [account.user_id, account]));
  return userIds
    .map((userId) => ({ userId, until: afterBothQuiet(at, own.get(userId), rules) }))
    .filter(({ until }) => until === null || until > at);
}

/** Most ends of quiet hours that are looked at: two that leave no time between them have no last. */
const mostEnds = 10;

/**
 * Returns the earliest instant, `at` or later, that neither an account's quiet hours nor the operator's forbid;
 * null where they leave none.
 */
export function afterBothQuiet(
  at: number,
  own: Omit<QuietAccount, 'user_id'> | undefined,
  rules: Pick<PromotionRules, 'hours'>,
): number | null {
  let until = at;
  for (let ends = 0; ends < mostEnds; ends += 1) {
    const before = until;
    until = afterOperatorsQuiet(until, rules);
    if (own) {
      const { timezone: zone, quiet_from, quiet_until } = own;
      until = afterQuietHours(until, { zone, from: quiet_from, until: quiet_until });
    }
    if (until === before) return until;
  }
  return null;
}
