import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Ids } from '../../../kit/ids.ts';
import { drawSalt } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { findIncidentsByKey } from '../../incidents/queries.ts';
import type { Item, Message, Other } from '../message.ts';
import {
  findOverdue,
  findSince,
  insertNotifications,
  type Notification,
  otherWayAfterMs,
  putOffOtherWay,
} from '../outbox/queries.ts';
import { endOfQuietHours, mailsADay, type Person } from '../preferences.ts';
import { countSentToday, findPerson, putOwnMail } from '../queries.ts';
import { findUsableTargets } from '../usable-targets.ts';
import { isAcknowledged } from './decide-notifying.ts';
import { channelInstead } from './plan-messages.ts';
import { findSeenDevices } from './queries.ts';

type OtherWayDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** True if this server sends e-mail. */
  hasMail: boolean;
};

const atOnce = 100;

/**
 * Sends alerts that do not arrive on another channel: by web push, else e-mail, else webhook, whatever the person's
 * rules say, as where a budget is used up. Such are those that their channel refuses, that the phone did not get, and
 * that still wait after some minutes. Nothing is sent of what is over, acknowledged, snoozed, or told on another
 * channel; and quiet hours hold what is not critical.
 * @returns the number of stored notifications.
 * @throws AggregateError where some failed, once the others are done.
 */
export async function sendOtherWays(deps: OtherWayDeps, signal: AbortSignal): Promise<number> {
  const { db, clock } = deps;
  const overdue = rowsOfPages<Notification>(atOnce, ({ after, limit }) =>
    findOverdue(db.read, { now: clock(), after: after?.id ?? 0, limit }),
  );
  let stored = 0;
  const failed = await tryEach(overdue, signal, async (notification) => {
    stored += await db.transaction((trx) => sendAnotherWay(trx, notification, deps));
  });
  throwFailures(failed, 'some alerts could not be sent another way');
  return stored;
}

async function sendAnotherWay(
  trx: Db,
  notification: Notification,
  { clock, ids, hasMail }: Omit<OtherWayDeps, 'db'>,
): Promise<number> {
  const now = clock();
  const settle = (until: number | null) => putOffOtherWay(trx, notification.id, until);
  const person = await findPerson(trx, notification.user_id);
  if (!person || hasArrived(notification)) return await settle(null);
  const message: Message = JSON.parse(notification.body);
  const others = await findOthers(trx, notification, message);
  const about = { userId: person.userId, now };
  const left = await withoutKnown(trx, about, message, (item) =>
    others.some((other) => isTelling(other.notification, notification, now) && tells(other, item)),
  );
  if (!left) return await settle(null);
  const quietEndsAt = endOfQuietHours(person, now);
  const isUrgent = left.items.some(({ severity }) => severity === 'critical');
  if (!isUrgent && quietEndsAt > now) return await settle(quietEndsAt);
  await settle(null);
  const tried = others.filter((other) => left.items.some((item) => tells(other, item)));
  const targets = await findTargetsBeside(trx, person, {
    tried: new Set([notification, ...tried.map((each) => each.notification)].map(targetOf)),
    hasMail,
    now,
  });
  const told = { reason: 'incidents', message: left, isOverBudget: false, now } as const;
  const rows = targets.map((target) => ({ ...told, target, salt: drawSalt(ids) }));
  if (rows.length > 0) await insertNotifications(trx, rows);
  return rows.length;
}

function targetOf({ target_id }: Notification): number {
  return target_id;
}

type Beside = { tried: Set<number>; hasMail: boolean; now: number };

/** Finds the targets of the next channel on which a person has not been told yet. */
async function findTargetsBeside(trx: Db, person: Person, { tried, hasMail, now }: Beside) {
  const { userId } = person;
  if (hasMail) await putOwnMail(trx, userId, now);
  const hasMailLeft = (await countSentToday(trx, person, 'email', now)) < mailsADay;
  const usable = await findUsableTargets(trx, userId, { hasMail: hasMail && hasMailLeft, now });
  const untried = usable.filter(({ id }) => !tried.has(id));
  const instead = channelInstead(untried);
  return untried.filter(({ channel }) => channel === instead);
}

type Earlier = { notification: Notification; incidents: (Item | Other)[] };

/** Finds the other notifications to the same person since the first of the alerts in a message. */
async function findOthers(
  trx: Db,
  { id, user_id, created_at }: Notification,
  { items }: Message,
): Promise<Earlier[]> {
  const since = Math.min(created_at, ...items.map(({ at }) => at));
  const rows = await findSince(trx, user_id, since);
  return rows
    .filter((row) => row.id !== id)
    .map((notification) => ({
      notification,
      incidents: allOf(JSON.parse(notification.body)),
    }));
}

/** All incidents of a message, those with a line first. */
function allOf({ items, others = [] }: Message): (Item | Other)[] {
  return [...items, ...others];
}

function hasArrived({ delivered_at, sms_state }: Notification): boolean {
  return delivered_at !== null && sms_state !== 'failed' && sms_state !== 'simulated';
}

/**
 * True if a notification has arrived, as far as is known, or is likely to. One to the target at which another did not
 * arrive is known to have.
 */
function isTelling(notification: Notification, lost: Notification, now: number): boolean {
  const { due_at, created_at, channel, sms_state } = notification;
  if (targetOf(notification) === targetOf(lost)) {
    return channel === 'sms' ? sms_state === 'delivered' : hasArrived(notification);
  }
  const isOnItsWay = due_at !== null && now - created_at < otherWayAfterMs;
  return hasArrived(notification) || isOnItsWay;
}

/** True if a notification says of an incident what an item says, or what came later. */
function tells({ notification, incidents }: Earlier, item: Item | Other): boolean {
  return incidents.some(
    (each) =>
      each.incident_id === item.incident_id &&
      each.phase !== 'resolved' &&
      atOf(each, notification.created_at) >= atOf(item, 0),
  );
}

/** When what is said of an incident happened; of one without a line, when it was said. */
function atOf(incident: Item | Other, saidAt: number): number {
  return 'at' in incident ? incident.at : saidAt;
}

/**
 * Leaves out of a message what is over, acknowledged, snoozed, shared no more or told; undefined where nothing with a
 * line is left.
 */
async function withoutKnown(
  trx: Db,
  { userId, now }: { userId: number; now: number },
  message: Message,
  isTold: (incident: Item | Other) => boolean,
): Promise<Message | undefined> {
  const all = allOf(message);
  const lasting = await findLasting(trx, all, now);
  const deviceIds = [...new Set(all.map(({ device_id }) => device_id))];
  const seen = await findSeenDevices(trx, userId, deviceIds);
  const isNews = (each: Item | Other) =>
    each.phase !== 'resolved' &&
    lasting.has(each.incident_id) &&
    seen.has(each.device_id) &&
    !isTold(each);
  const items = message.items.filter(isNews);
  const others = (message.others ?? []).filter(isNews);
  if (items.length === 0) return undefined;
  const { others: _, ...rest } = message;
  return { ...rest, items, more: others.length, ...(others.length > 0 && { others }) };
}

/**
 * Finds which incidents are neither over, acknowledged nor snoozed, an outage also under another of its devices. One
 * that got worse since it was snoozed is not snoozed any more.
 */
async function findLasting(trx: Db, told: Other[], now: number): Promise<Set<number>> {
  const ids = told.map(({ incident_id }) => incident_id);
  const outages = await trx
    .selectFrom('outage_devices')
    .select(['incident_id as id', 'incident_device_id as deviceId'])
    .where('incident_id', 'in', ids)
    .execute();
  const own = told.map(({ device_id, incident_id }) => ({ deviceId: device_id, id: incident_id }));
  const worse = new Set(told.filter(({ phase }) => phase === 'worse').map(idOf));
  const incidents = await findIncidentsByKey(trx, [...own, ...outages]);
  const lasting = incidents.filter(
    ({ id, resolved_at, acknowledged_at, raised_at, snoozed_until }) =>
      resolved_at === null &&
      !isAcknowledged({ acknowledgedAt: acknowledged_at, raisedAt: raised_at }) &&
      (snoozed_until === null || snoozed_until <= now || worse.has(id)),
  );
  return new Set(lasting.map(({ id }) => id));
}

function idOf({ incident_id }: Other): number {
  return incident_id;
}
