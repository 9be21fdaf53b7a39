import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { unrouted } from '../../incidents/unrouted.ts';
import type { SmsStop } from './sms-stop.ts';

type Check = {
  userId: number;
  /** The access that was asked, as it is stored: another one meanwhile is not spoken of. */
  sealed: string;
  /** Undefined where the answer says nothing. */
  stop: SmsStop | null | undefined;
  now: number;
};

/**
 * Notes what an SMS account has answered. Once it sends no alerts any more, open alerts of its person's
 * devices are routed anew: others need not wait for that person. @returns true if the answer is another one.
 */
export async function noteCheck(
  db: Database,
  { userId, sealed, stop, now }: Check,
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    const settings = trx
      .updateTable('notification_settings')
      .where('user_id', '=', userId)
      .where('sms_api', '=', sealed);
    await settings.set({ sms_checked_at: now }).execute();
    if (stop === undefined) return false;
    const { numUpdatedRows } = await settings
      .set({ sms_stopped: stop })
      .where(sql<boolean>`coalesce(sms_stopped, '') != ${stop ?? ''}`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (stop !== null) await routeAnew(trx, userId);
    return true;
  });
}

/** Notes that an account was asked, and nothing of what it said. */
export async function noteAsked(db: Db, userId: number, now: number): Promise<void> {
  await db
    .updateTable('notification_settings')
    .set({ sms_checked_at: now })
    .where('user_id', '=', userId)
    .execute();
}

async function routeAnew(trx: Db, userId: number): Promise<void> {
  await trx
    .updateTable('incidents')
    .set(unrouted)
    .where('resolved_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .where('routed_at', 'is not', null)
    .where('device_id', 'in', (roles) =>
      roles.selectFrom('device_roles').select('device_id').where('user_id', '=', userId),
    )
    .execute();
}

/** Finds people of some devices whose SMS accounts were not asked a moment ago. */
export async function findUncheckedAt(
  db: Db,
  deviceIds: number[],
  { now, freshMs }: { now: number; freshMs: number },
): Promise<number[]> {
  if (deviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('device_roles as r')
    .innerJoin('notification_settings as s', 's.user_id', 'r.user_id')
    .select('r.user_id')
    .distinct()
    .where('r.device_id', 'in', deviceIds)
    .where('s.sms_api', 'is not', null)
    .where(isOlder(now, sql`cast(${freshMs} as bigint)`))
    .limit(200)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Finds people whose SMS accounts are to be asked again, those that wait longest first. */
export async function findStaleChecks(
  db: Db,
  each: { now: number; againMs: number; stoppedAgainMs: number; limit: number },
): Promise<number[]> {
  const { now, againMs, stoppedAgainMs, limit } = each;
  const age = sql`case when s.sms_stopped is null then cast(${againMs} as bigint)
    else cast(${stoppedAgainMs} as bigint) end`;
  const rows = await db
    .selectFrom('notification_settings as s')
    .select('s.user_id')
    .where('s.sms_api', 'is not', null)
    .where(isOlder(now, age))
    .orderBy(sql`coalesce(s.sms_checked_at, 0)`)
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Also of a clock that was ahead. */
function isOlder(now: number, age: ReturnType<typeof sql>) {
  return sql<boolean>`(s.sms_checked_at is null or s.sms_checked_at > cast(${now} as bigint)
    or s.sms_checked_at <= cast(${now} as bigint) - ${age})`;
}
