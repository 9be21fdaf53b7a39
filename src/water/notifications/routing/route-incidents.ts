import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import type { Component } from '../../../kit/async/components.ts';
import { createLoop, type LoopDeps } from '../../../kit/async/loop.ts';
import { pagesOf } from '../../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../../kit/async/try-each.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import type { Severity } from '../../fields.ts';
import type { Incident } from '../../incidents/queries.ts';
import { endOfQuietHours, type Person } from '../preferences.ts';
import { findPerson } from '../queries.ts';
import { windowOf } from './decide-notifying.ts';
import { notifyPeople } from './notify-people.ts';
import { sendOtherWays } from './other-ways.ts';
import {
  addRecipients,
  findUnrouted,
  type IncidentKey,
  markRouted,
  type RecipientRow,
} from './queries.ts';
import { type Recipient, recipientsOf } from './recipients.ts';

type RouteDeps = {
  db: Database;
  clock: Clock;
  /** True if this server sends e-mail. */
  hasMail: boolean;
  /** Asks the SMS accounts of the people of devices whether they send, where nobody knows just now. */
  checkSms: (deviceIds: number[], signal: AbortSignal) => Promise<void>;
};

/** Few enough that pushes, which wait for the same writer, are hardly delayed. */
const batchSize = 200;

/** Age from which an unrouted change, as after a long stop, only stands in the list of alerts. */
const newsMs = dayMs;

/**
 * Chooses the recipients of incidents that are new or have changed, and their time: the end of a window that
 * gathers other changes into the same message. An incident that comes and goes within the window is not sent
 * at all.
 * @throws AggregateError where some incidents failed, once the others are routed.
 */
export async function routeIncidents(deps: RouteDeps, signal: AbortSignal): Promise<void> {
  const { db, hasMail, checkSms } = deps;
  const failed = await tryEach(pagesOfUnrouted(db), signal, async (keys) => {
    // Outside the transaction, as it waits for answers; with mail nearly everybody is reached anyway.
    const devices = [...new Set(keys.map(({ device_id }) => device_id))];
    // Routing goes on where an account cannot be asked.
    const unasked = await tryEach(hasMail ? [] : [devices], signal, (ids) => checkSms(ids, signal));
    try {
      await routeTogether(deps, keys);
    } catch {
      // One of them may be the cause; the others do not wait for it.
      const alone = await tryEach(keys, signal, (key) => routeTogether(deps, [key]));
      throwFailures(alone, 'some of a page could not be routed');
    }
    throwFailures(unasked, 'some SMS accounts of a page could not be asked');
  });
  throwFailures(failed, 'some incidents could not be routed');
}

/** Pages of incidents to route; those that always fail stay unrouted, and paging goes on behind them. */
function pagesOfUnrouted(db: Database): AsyncGenerator<IncidentKey[]> {
  return pagesOf(batchSize, (page) => findUnrouted(db.read, page));
}

async function routeTogether(
  { db, clock, hasMail }: RouteDeps,
  keys: IncidentKey[],
): Promise<void> {
  const now = clock();
  await db.transaction(async (trx) => {
    const incidents = await markRouted(trx, keys, now);
    const news = incidents.filter((incident) => changedAt(incident) > now - newsMs);
    await addRecipients(trx, await toRecipients(trx, news, { now, hasMail }));
  });
}

async function toRecipients(
  trx: Db,
  incidents: Incident[],
  { now, hasMail }: { now: number; hasMail: boolean },
): Promise<RecipientRow[]> {
  const recipients = await recipientsOf(trx, incidents, { hasMail, now });
  const first = await findFirstPeople(trx, [...recipients.values()]);
  return incidents.flatMap((incident) => {
    const people = recipients.get(incident.id) ?? [];
    const escalation = escalationOf(incident, first.get(firstOf(people) ?? 0), now);
    return people.map((recipient) => toRow(incident, recipient, { now, escalation }));
  });
}

function changedAt({ raised_at, resolved_at }: Incident): number {
  return Math.max(raised_at, resolved_at ?? 0);
}

/** Finds the first person of each list that has others: their settings set the time of the next step. */
async function findFirstPeople(trx: Db, lists: Recipient[][]): Promise<Map<number, Person>> {
  const escalating = lists.filter((people) => people.some(({ step }) => step > 0));
  const found = new Map<number, Person>();
  for (const userId of new Set(escalating.map(firstOf))) {
    const person = userId === undefined ? undefined : await findPerson(trx, userId);
    if (person) found.set(person.userId, person);
  }
  return found;
}

/** Instant from which the first person can have acknowledged, and the time of each step from then. */
type Escalation = { from: number; stepMs: number };

function escalationOf(incident: Incident, first: Person | undefined, now: number): Escalation {
  if (!first) return { from: now, stepMs: 0 };
  const isUrgent = incident.severity === 'critical';
  const from = isUrgent ? now : endOfQuietHours(first, now);
  return { from, stepMs: first.escalateMinutes * minuteMs };
}

function firstOf(people: Recipient[]): number | undefined {
  return people.find(({ step }) => step === 0)?.userId;
}

function toRow(
  incident: Incident,
  { userId, step }: Recipient,
  { now, escalation: { from, stepMs } }: { now: number; escalation: Escalation },
): RecipientRow {
  const severity = incident.severity as Severity;
  return {
    device_id: incident.device_id,
    incident_id: incident.id,
    user_id: userId,
    not_before: step === 0 ? 0 : from + step * stepMs,
    messages: 0,
    told_severity: null,
    told_raised_at: null,
    told_resolved: 0,
    is_held: 0,
    decide_at:
      Math.min(changedAt(incident), now) + windowOf(severity, incident.resolved_at !== null),
    created_at: now,
  };
}

type RouterDeps = Required<LoopDeps> &
  RouteDeps & {
    ids: Ids;
    stored: () => void;
  };

/** Two reads by index; a critical change waits five seconds for others anyway, so no wake-up is needed. */
const everyMs = 1000;

/** Creates the loop that routes incidents to people, in one of all processes on a database. */
export function createRouter(deps: RouterDeps): Component {
  return createLoop(deps, {
    name: 'notification routing',
    everyMs,
    work: async (signal) => {
      await routeIncidents(deps, signal);
      const told = await notifyPeople(deps, signal);
      const again = await sendOtherWays(deps, signal);
      if (told + again > 0) deps.stored();
    },
  });
}
