import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import type { Ids } from '../../../kit/ids.ts';
import { drawSalt } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { dateAt, startOfDay } from '../../../kit/time/time-zone.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { findIncidentsByKey } from '../../incidents/queries.ts';
import { incidentsOf, type Message, type Other } from '../message.ts';
import { mailsADay } from '../preferences.ts';
import { countSent, findPerson, putOwnMail } from '../queries.ts';
import { isAcknowledged } from '../routing/decide-notifying.ts';
import { channelInstead } from '../routing/plan-messages.ts';
import { findSeenDevices } from '../routing/queries.ts';
import { findUsableTargets } from '../usable-targets.ts';
import { findSince, insertNotifications, type Notification } from './queries.ts';

type AnotherWayDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** True if this server sends e-mail. */
  hasMail: boolean;
  /** Called where something was stored. */
  stored: () => void;
};

/** Age at which a message that still waits for its channel goes another way as well. */
const patienceMs = 5 * minuteMs;

/** True if a notification has been tried in vain for so long that it is to go another way as well. */
export function isOverdue({ created_at }: Pick<Notification, 'created_at'>, now: number): boolean {
  return now - created_at >= patienceMs;
}

export type SendAnotherWay = (notification: Notification) => Promise<void>;

/**
 * Creates what sends the alerts of a notification that does not arrive on another channel: by web push, else e-mail,
 * else webhook, whatever the person's rules say, as where a budget is used up. Nothing is sent of what is over,
 * acknowledged, or told on another channel, also by an earlier call.
 */
export function createAnotherWay({ db, stored, ...deps }: AnotherWayDeps): SendAnotherWay {
  return async (notification) => {
    if (notification.reason !== 'incidents') return;
    const sent = await db.transaction((trx) => sendInstead(trx, notification, deps));
    if (sent) stored();
  };
}

/** @returns whether anything was stored. */
async function sendInstead(
  trx: Db,
  notification: Notification,
  { clock, ids, hasMail }: Omit<AnotherWayDeps, 'db' | 'stored'>,
): Promise<boolean> {
  const now = clock();
  const userId = notification.user_id;
  const person = await findPerson(trx, userId);
  if (!person) return false;
  const others = await findOthers(trx, notification);
  const message = await withoutKnown(trx, userId, JSON.parse(notification.body), (incident) =>
    others.some((other) => isTelling(other, now) && tells(other, incident)),
  );
  if (!message) return false;
  if (hasMail) await putOwnMail(trx, userId, now);
  const tried = new Set([notification, ...others].map(({ target_id }) => target_id));
  const since = startOfDay(dateAt(now, person.timezone), person.timezone);
  const mails = await countSent(trx, userId, { channel: 'email', since });
  const usable = await findUsableTargets(trx, userId, { hasMail, now });
  const left = usable.filter(
    ({ id, channel }) => !tried.has(id) && (channel !== 'email' || mails < mailsADay),
  );
  const instead = channelInstead(left);
  const targets = left.filter(({ channel }) => channel === instead);
  if (targets.length === 0) return false;
  const about = { reason: 'incidents', message, isOverBudget: false, now } as const;
  const rows = targets.map((target) => ({ ...about, target, salt: drawSalt(ids) }));
  await insertNotifications(trx, rows);
  return true;
}

/** Finds the other notifications of the same person since then, of the same plan and later. */
async function findOthers(trx: Db, { id, user_id, target_id, created_at }: Notification) {
  const rows = await findSince(trx, user_id, created_at);
  return rows.filter((row) => row.id !== id && row.target_id !== target_id);
}

/** True if a notification has arrived, as far as is known, or is likely to. */
function isTelling(notification: Notification, now: number): boolean {
  const { due_at, delivered_at, sms_state } = notification;
  if (sms_state === 'failed' || sms_state === 'simulated') return false;
  return delivered_at !== null || (due_at !== null && !isOverdue(notification, now));
}

function tells({ body }: Notification, { incident_id }: Other): boolean {
  const told = incidentsOf(JSON.parse(body) as Message);
  return told.some((each) => each.incident_id === incident_id && each.phase !== 'resolved');
}

/** Leaves out of a message what is over, acknowledged, shared no more or told; undefined where nothing is left. */
async function withoutKnown(
  trx: Db,
  userId: number,
  message: Message,
  isTold: (incident: Other) => boolean,
): Promise<Message | undefined> {
  const lasting = await findLasting(trx, incidentsOf(message));
  const deviceIds = [...new Set(incidentsOf(message).map(({ device_id }) => device_id))];
  const seen = await findSeenDevices(trx, userId, deviceIds);
  const isOpen = (each: Other) =>
    each.phase !== 'resolved' &&
    lasting.has(each.incident_id) &&
    seen.has(each.device_id) &&
    !isTold(each);
  const items = message.items.filter(isOpen);
  const others = (message.others ?? []).filter(isOpen);
  if (items.length === 0) return undefined;
  const { others: _, ...rest } = message;
  return { ...rest, items, more: others.length, ...(others.length > 0 && { others }) };
}

/** Finds which incidents neither are over nor acknowledged, an outage also under another of its devices. */
async function findLasting(trx: Db, told: Other[]): Promise<Set<number>> {
  const ids = told.map(({ incident_id }) => incident_id);
  const outages = await trx
    .selectFrom('outage_devices')
    .select(['incident_id as id', 'incident_device_id as deviceId'])
    .where('incident_id', 'in', ids)
    .execute();
  const own = told.map(({ device_id, incident_id }) => ({ deviceId: device_id, id: incident_id }));
  const incidents = await findIncidentsByKey(trx, [...own, ...outages]);
  const lasting = incidents.filter(
    ({ resolved_at, acknowledged_at, raised_at }) =>
      resolved_at === null &&
      !isAcknowledged({ acknowledgedAt: acknowledged_at, raisedAt: raised_at }),
  );
  return new Set(lasting.map(({ id }) => id));
}
