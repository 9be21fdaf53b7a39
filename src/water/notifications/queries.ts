import { type Selectable, sql } from 'kysely';
import type { Language } from '../../accounts/language.ts';
import type { EndedByHand } from '../../accounts/sessions/session-ends.ts';
import type { Db } from '../../db/db.ts';
import type {
  NotificationSettingsTable,
  NotificationTargetsTable,
} from '../../db/tables/notification-tables.ts';
import { dateAt, startOfDay } from '../../kit/time/time-zone.ts';
import {
  type ChannelName,
  type ChannelRules,
  defaultPreferences,
  type Person,
} from './preferences.ts';

export type SettingsRow = Selectable<NotificationSettingsTable>;
export type Target = Selectable<NotificationTargetsTable>;

export async function findPerson(db: Db, userId: number): Promise<Person | undefined> {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('notification_settings as s', 's.user_id', 'u.id')
    .select(['u.timezone', 'u.language', 's.channels', 's.quiet_from', 's.quiet_until'])
    .select(['s.escalate_minutes', 's.sms_a_day'])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const defaults = defaultPreferences;
  return {
    userId,
    language: row.language as Language,
    timezone: row.timezone,
    channels: row.channels === null ? defaults.channels : readRules(row.channels),
    quietFrom: row.quiet_from ?? defaults.quietFrom,
    quietUntil: row.quiet_until ?? defaults.quietUntil,
    escalateMinutes: row.escalate_minutes ?? defaults.escalateMinutes,
    smsADay: row.sms_a_day ?? defaults.smsADay,
  };
}

export async function findSettings(db: Db, userId: number): Promise<SettingsRow | undefined> {
  return await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Changes a person's settings, which begin with the defaults. */
export async function saveSettings(
  db: Db,
  userId: number,
  changes: Partial<Omit<SettingsRow, 'user_id'>>,
): Promise<void> {
  const { channels, quietFrom, quietUntil, escalateMinutes, smsADay } = defaultPreferences;
  await db
    .insertInto('notification_settings')
    .values({
      user_id: userId,
      channels: JSON.stringify(channels),
      quiet_from: quietFrom,
      quiet_until: quietUntil,
      escalate_minutes: escalateMinutes,
      sms_a_day: smsADay,
      sms_api: null,
      phone_check: null,
      ...changes,
    })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ user_id: userId, ...changes }),
    )
    .execute();
}

/** Finds a person's own rules for devices, by device. */
export async function findRules(
  db: Db,
  userId: number,
  deviceIds?: number[],
): Promise<Map<number, ChannelRules>> {
  if (deviceIds?.length === 0) return new Map();
  let query = db
    .selectFrom('notification_rules')
    .select(['device_id', 'channels'])
    .where('user_id', '=', userId);
  if (deviceIds) query = query.where('device_id', 'in', deviceIds);
  const rows = await query.orderBy('device_id').execute();
  return new Map(rows.map(({ device_id, channels }) => [device_id, readRules(channels)]));
}

/**
 * Finds the rules of some people for some devices.
 * @returns a function from a person and a device to the rules that count there.
 */
export async function findRulesOf(
  db: Db,
  userIds: number[],
  deviceIds: number[],
): Promise<(userId: number, deviceId: number) => ChannelRules> {
  if (userIds.length === 0) return () => defaultPreferences.channels;
  const general = await db
    .selectFrom('notification_settings')
    .select(['user_id', 'channels'])
    .where('user_id', 'in', userIds)
    .execute();
  const special = await db
    .selectFrom('notification_rules')
    .select(['user_id', 'device_id', 'channels'])
    .where('user_id', 'in', userIds)
    .where('device_id', 'in', deviceIds)
    .execute();
  const found = new Map([
    ...general.map(({ user_id, channels }) => [`${user_id}`, readRules(channels)] as const),
    ...special.map(
      (each) => [`${each.user_id}/${each.device_id}`, readRules(each.channels)] as const,
    ),
  ]);
  return (userId, deviceId) =>
    found.get(`${userId}/${deviceId}`) ?? found.get(`${userId}`) ?? defaultPreferences.channels;
}

/** @param rules null for the person's general rules. */
export async function saveRules(
  db: Db,
  key: { userId: number; deviceId: number },
  rules: ChannelRules | null,
): Promise<void> {
  if (rules === null) {
    await db
      .deleteFrom('notification_rules')
      .where('user_id', '=', key.userId)
      .where('device_id', '=', key.deviceId)
      .execute();
    return;
  }
  const channels = JSON.stringify(rules);
  await db
    .insertInto('notification_rules')
    .values({ user_id: key.userId, device_id: key.deviceId, channels })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_id']).doUpdateSet({ channels }))
    .execute();
}

function readRules(text: string): ChannelRules {
  return JSON.parse(text) as ChannelRules;
}

export async function findTargets(db: Db, userId: number): Promise<Target[]> {
  return await db
    .selectFrom('notification_targets')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

type Optional = 'session_id' | 'user_agent' | 'is_simulated';
type NewTarget = Omit<Target, 'id' | Optional> & Partial<Pick<Target, Optional>>;

/** Adds a target, or gives the existing one its new secret and session. */
export async function putTarget(db: Db, target: NewTarget): Promise<Target> {
  const { sealed_secret, session_id = null, user_agent = null, is_simulated = 0 } = target;
  return await db
    .insertInto('notification_targets')
    .values(target)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'channel', 'address'])
        .doUpdateSet({ sealed_secret, session_id, user_agent, is_simulated }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the account's own e-mail address a target. */
export async function putOwnMail(db: Db, userId: number, now: number): Promise<void> {
  const mail = { channel: 'email', address: '', sealed_secret: null };
  await putTarget(db, { ...mail, user_id: userId, created_at: now });
}

type WhichTargets = { channel: ChannelName; id?: number; address?: string; except?: string };

/** @returns the number of deleted targets. Their pending notifications are not sent. */
export async function deleteTargets(
  db: Db,
  userId: number,
  { channel, id, address, except }: WhichTargets,
): Promise<number> {
  let query = db
    .deleteFrom('notification_targets')
    .where('user_id', '=', userId)
    .where('channel', '=', channel);
  if (id !== undefined) query = query.where('id', '=', id);
  if (address !== undefined) query = query.where('address', '=', address);
  if (except !== undefined) query = query.where('address', '!=', except);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes the same browser with other accounts: whoever signed in last is the one who uses it. */
export async function deleteBrowserOfOthers(
  db: Db,
  { userId, address }: { userId: number; address: string },
): Promise<void> {
  await db
    .deleteFrom('notification_targets')
    .where('channel', '=', 'web-push')
    .where('address', '=', address)
    .where('user_id', '!=', userId)
    .execute();
}

/** Deletes the browsers of a person that subscribed in sessions that were ended. */
export async function deleteBrowsers(db: Db, { userId, only, except }: EndedByHand): Promise<void> {
  let query = db
    .deleteFrom('notification_targets')
    .where('user_id', '=', userId)
    .where('channel', '=', 'web-push');
  if (only !== undefined) query = query.where('session_id', '=', only);
  if (except !== undefined) query = query.where('session_id', '!=', except);
  await query.execute();
}

/** Counts what was sent to a person today on a channel, by the clocks of the person's zone. */
export async function countSentToday(
  db: Db,
  { userId, timezone }: Pick<Person, 'userId' | 'timezone'>,
  channel: ChannelName,
  now: number,
): Promise<number> {
  const since = startOfDay(dateAt(now, timezone), timezone);
  return await countSent(db, userId, { channel, since });
}

export async function countSent(
  db: Db,
  userId: number,
  { channel, since }: { channel: ChannelName; since: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('created_at', '>=', since)
    .where(sql<boolean>`not (due_at is null and attempts = 0)`)
    .executeTakeFirstOrThrow();
  return count;
}
