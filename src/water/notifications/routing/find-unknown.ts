import type { Db } from '../../../db/db.ts';
import { findIncidentsByKey } from '../../incidents/queries.ts';
import { type Item, incidentsOf, type Message, type Other } from '../message.ts';
import { findSince, type Notification, otherWayAfterMs } from '../outbox/queries.ts';
import { isAcknowledged } from './decide-notifying.ts';
import { findOutageKeys, findSeenDevices } from './queries.ts';

/** What a person does not know yet of a message, and the targets at which it was tried. */
type Unknown = { left: Message; tried: Set<number> };

/** Finds what a person does not know yet of a notification that did not arrive; undefined where that is nothing. */
export async function findUnknown(
  trx: Db,
  lost: Notification,
  now: number,
): Promise<Unknown | undefined> {
  const message: Message = JSON.parse(lost.body);
  const others = await findOthers(trx, lost, message);
  const about = { userId: lost.user_id, now };
  const left = await withoutKnown(trx, about, message, (item) =>
    others.some((other) => isTelling(other.notification, lost, now) && tells(other, item)),
  );
  if (!left) return undefined;
  const tried = others.filter((other) => left.items.some((item) => tells(other, item)));
  const targets = [lost, ...tried.map(({ notification }) => notification)];
  return { left, tried: new Set(targets.map(({ target_id }) => target_id)) };
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
      incidents: incidentsOf(JSON.parse(notification.body)),
    }));
}

/** True if a notification has arrived at its target, as its channel says. */
export function hasArrived({ taken_at, sms_state }: Notification): boolean {
  return taken_at !== null && sms_state !== 'failed' && sms_state !== 'simulated';
}

/**
 * True if a notification has arrived, as far as is known, or is likely to. One to the target at which another did not
 * arrive is known to have.
 */
function isTelling(notification: Notification, lost: Notification, now: number): boolean {
  const { due_at, created_at, channel, sms_state } = notification;
  if (notification.target_id === lost.target_id) {
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
  const all = incidentsOf(message);
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
  const outages = await findOutageKeys(trx, ids);
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
