import type { Db } from '../../db/db.ts';
import type { Flag } from '../../db/tables/flag.ts';
import { afterQuietHours } from '../../kit/time/quiet-hours.ts';

export type Account = {
  email: string;
  quota: number;
  used: number;
  quiet_from: number | null;
  quiet_until: number | null;
  is_trial: Flag;
  smart_encoding: Flag;
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
      'smart_encoding',
    ])
    .where('sms_accounts.user_id', '=', userId)
    .executeTakeFirst();
}

export type QuietHours = { quiet_from: number | null; quiet_until: number | null };
export type Settings = QuietHours & { smart_encoding: Flag };

export async function updateSettings(
  db: Db,
  userId: number,
  settings: Partial<Settings>,
): Promise<void> {
  await db.updateTable('sms_accounts').set(settings).where('user_id', '=', userId).execute();
}

/** Finds an account's sender ids and short codes, in alphabetical order. */
export async function findSendersOf(
  db: Db,
  userId: number,
): Promise<{ name: string; created_at: number }[]> {
  return await db
    .selectFrom('sms_senders')
    .select(['name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('sender')
    .execute();
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

/** An account that is in its quiet hours, and when they end. */
export type QuietEnd = { userId: number; until: number };

/** Finds the accounts whose promotional messages have to wait at an instant. */
export async function findQuietEnds(db: Db, userIds: number[], at: number): Promise<QuietEnd[]> {
  const accounts = await findQuietAccounts(db, userIds);
  return accounts
    .map(({ user_id, timezone, quiet_from, quiet_until }) => ({
      userId: user_id,
      until: afterQuietHours(at, { zone: timezone, from: quiet_from, until: quiet_until }),
    }))
    .filter(({ until }) => until > at);
}
