import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { rowsOfPages } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Ids } from '../../../kit/ids.ts';
import { drawSalt } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { dayMs } from '../../../kit/time/units.ts';
import type { Severity } from '../../fields.ts';
import { happeningOf } from '../../incidents/incident-rows.ts';
import { findMuted } from '../../incidents/muted-kinds.ts';
import { findOutagesSeenBy, nameOutages } from '../../incidents/outages/outages-seen.ts';
import { findIncidentsByKey, type Incident } from '../../incidents/queries.ts';
import { type Item, type Message, type Phase, sayPhase } from '../message.ts';
import { findLastCreation, insertNotifications } from '../outbox/queries.ts';
import { mailsADay, type Person } from '../preferences.ts';
import { countSentToday, findPerson, findRules, putOwnMail } from '../queries.ts';
import { findUsableTargets, type UsableTarget } from '../usable-targets.ts';
import { betweenMessagesMs, longestWindowMs } from './decide-notifying.ts';
import { type Budgets, type Open, type Planned, planMessages } from './plan-messages.ts';
import {
  type CalledDevice,
  findDeviceNames,
  findPeopleToDecide,
  findSeenDevices,
  type RecipientRow,
  saveRecipients,
  takeToDecide,
} from './queries.ts';

type NotifyDeps = {
  db: Database;
  clock: Clock;
  ids: Ids;
  hasMail: boolean;
};

const peopleAtOnce = 100;
/** Most incidents in one message; a larger storm takes several. */
const mostAtOnce = 2000;
/** Most lines of a message; the others are counted. */
const mostItems = 50;

/** Longest wait, so that a change which a wrong clock put off comes soon. */
const longestWaitMs = dayMs;

/**
 * Notifies the people who have something due: their messages go to the outbox in the transaction that stores
 * what they were notified of.
 * @returns the number of stored notifications.
 * @throws AggregateError where some people failed, once the others were notified.
 */
export async function notifyPeople(deps: NotifyDeps, signal: AbortSignal): Promise<number> {
  const { db } = deps;
  let stored = 0;
  const failed = await tryEach(eachPersonDue(deps), signal, async (userId) => {
    stored += await db.transaction((trx) => notifyPerson(deps, trx, userId));
  });
  throwFailures(failed, 'some people could not be told');
  return stored;
}

/** Each person who is due; paging goes on behind people whose rows always fail. */
function eachPersonDue({ db, clock }: NotifyDeps): AsyncGenerator<number> {
  return rowsOfPages(peopleAtOnce, ({ after = 0, limit }) => {
    const now = clock();
    const due = { until: now, ahead: now + 2 * longestWaitMs };
    return findPeopleToDecide(db.read, due, { after, limit });
  });
}

async function notifyPerson(
  { clock, ids, hasMail }: NotifyDeps,
  trx: Db,
  userId: number,
): Promise<number> {
  const now = clock();
  const due = { until: now + longestWindowMs, ahead: now + 2 * longestWaitMs };
  const rows = await takeToDecide(trx, userId, due, mostAtOnce);
  const person = await findPerson(trx, userId);
  if (!person || rows.length === 0) return 0;
  const open = await openOf(trx, person, rows);
  if (hasMail) await putOwnMail(trx, userId, now);
  const deviceIds = [...new Set(open.map(({ key }) => key.deviceId))];
  const targets = await findUsableTargets(trx, userId, { hasMail, now, deviceIds });
  const budgets = await findBudgets(trx, person, now);
  const spacedUntil = await findSpacing(trx, userId, now);
  const around = { targets, budgets, now, spacedUntil, takes };
  const { outcomes, messages } = planMessages(person, open, around);
  await saveRecipients(
    trx,
    outcomes.map(({ key, notified, decideAt }) => ({
      ...key.row,
      messages: notified.messages,
      told_severity: notified.severity,
      told_raised_at: notified.raisedAt,
      told_resolved: notified.isResolved ? 1 : 0,
      is_held: notified.isHeld ? 1 : 0,
      decide_at: decideAt === null ? null : Math.min(decideAt, now + longestWaitMs),
    })),
  );
  if (messages.length === 0) return 0;
  const names = await findDeviceNames(trx, person, deviceIds);
  await insertNotifications(
    trx,
    messages.map((planned) => ({
      target: planned.target,
      reason: 'incidents' as const,
      message: toMessage(person, planned, names),
      isOverBudget: planned.isOverBudget,
      paidBy: planned.target.paidBy,
      isSpent: planned.target.isSpent ?? false,
      salt: drawSalt(ids),
      now,
    })),
  );
  return messages.length;
}

/** Incident with the device under which the person sees it. */
type Key = { row: RecipientRow; incident: Incident; deviceId: number };

/** An SMS that an owner pays for is about that owner's tanks alone: the owner can read it. */
function takes({ only, except }: UsableTarget, { deviceId }: Key): boolean {
  return (only?.has(deviceId) ?? true) && !except?.has(deviceId);
}

async function openOf(trx: Db, person: Person, rows: RecipientRow[]): Promise<Open<Key>[]> {
  const incidents = await findIncidentsByKey(
    trx,
    rows.map(({ device_id, incident_id }) => ({ deviceId: device_id, id: incident_id })),
  );
  const named = await nameOutages(trx, person, incidents);
  const byId = new Map(named.map((incident) => [incident.id, incident]));
  const listedUnder = await findListedUnder(trx, person.userId, incidents);
  const rules = await findRules(trx, person.userId, [...new Set(listedUnder.values())]);
  const isMuted = await findMuted(trx, [...new Set(incidents.map(({ device_id }) => device_id))]);
  return rows.flatMap((row): Open<Key>[] => {
    const incident = byId.get(row.incident_id);
    const deviceId = listedUnder.get(row.incident_id);
    // It was deleted, or its device is no longer shared with the person.
    if (!incident || deviceId === undefined) return [];
    // Its kind was muted: it was closed for that, and not because it ended.
    if (isMuted(incident)) return [];
    return [
      {
        key: { row, incident, deviceId },
        incident: {
          severity: incident.severity as Severity,
          grows: incident.kind === 'leak',
          raisedAt: incident.raised_at,
          resolvedAt: incident.resolved_at,
          acknowledgedAt: incident.acknowledged_at,
          snoozedUntil: incident.snoozed_until,
        },
        notified: {
          notBefore: row.not_before,
          messages: row.messages,
          severity: row.told_severity as Severity | null,
          raisedAt: row.told_raised_at,
          isResolved: row.told_resolved === 1,
          isHeld: row.is_held === 1,
        },
        channels: rules.get(deviceId) ?? person.channels,
      },
    ];
  });
}

/**
 * Finds the device under which a person sees each of some incidents, by their ids; none where the person may
 * not.
 */
async function findListedUnder(
  trx: Db,
  userId: number,
  incidents: Incident[],
): Promise<Map<number, number>> {
  const deviceIds = [...new Set(incidents.map(({ device_id }) => device_id))];
  const seen = await findSeenDevices(trx, userId, deviceIds);
  const hidden = incidents.filter(({ device_id }) => !seen.has(device_id));
  const outages = hidden.filter(({ kind }) => kind === 'outage').map(({ id }) => id);
  return new Map([
    ...incidents
      .filter(({ device_id }) => seen.has(device_id))
      .map(({ id, device_id }) => [id, device_id] as const),
    ...(await findOutagesSeenBy(trx, userId, outages)),
  ]);
}

/**
 * Finds the end of the time in which another message would be too soon; ignores a message by a clock that was
 * ahead.
 */
async function findSpacing(trx: Db, userId: number, now: number): Promise<number> {
  const last = (await findLastCreation(trx, userId)) ?? 0;
  return last > now ? now : Math.max(now, last + betweenMessagesMs);
}

/** Finds the rest of today's budgets, in the account's time zone. */
async function findBudgets(trx: Db, person: Person, now: number): Promise<Budgets> {
  const sent = (channel: 'sms' | 'email') => countSentToday(trx, person, channel, now);
  return { sms: person.smsADay - (await sent('sms')), email: mailsADay - (await sent('email')) };
}

function toMessage(
  { language }: Person,
  { items, isDigest }: Pick<Planned<Key, UsableTarget>, 'items' | 'isDigest'>,
  names: Map<number, CalledDevice>,
): Message {
  const toItem = ({ key, phase }: { key: Key; phase: Phase }): Item => {
    const { incident, deviceId } = key;
    const { device, isOnlySensor } = names.get(deviceId) ?? { device: '', isOnlySensor: false };
    const about = {
      device,
      isOnlySensor,
      sensorName: incident.sensor_name,
      begunAt: incident.created_at,
      phase,
    };
    return {
      incident_id: incident.id,
      device_id: deviceId,
      device,
      sensor_name: incident.sensor_name,
      kind: incident.kind,
      severity: incident.severity as Severity,
      phase,
      at: phase === 'resolved' ? (incident.resolved_at ?? incident.raised_at) : incident.raised_at,
      sentence: sayPhase(happeningOf(incident), about, language),
    };
  };
  const others = items.slice(mostItems).map(({ key: { incident, deviceId }, phase }) => ({
    incident_id: incident.id,
    device_id: deviceId,
    phase,
  }));
  return {
    language,
    is_digest: isDigest,
    items: items.slice(0, mostItems).map(toItem),
    more: others.length,
    ...(others.length > 0 && { others }),
  };
}
