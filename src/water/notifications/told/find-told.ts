import type { Static } from 'typebox';
import type { Db } from '../../../db/db.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { toIso } from '../../../kit/time/instant.ts';
import { roleOfRank } from '../../access.ts';
import { findAlertSeenBy } from '../../alerts/find-alert.ts';
import { requireRecord } from '../../guards.ts';
import { findIncidentsByKey, type Incident } from '../../incidents/queries.ts';
import { incidentsOf, type Message } from '../message.ts';
import type { Notification } from '../outbox/queries.ts';
import type { ChannelName } from '../preferences.ts';
import { findSeenDevices } from '../routing/queries.ts';
import { stateOf, timesOf } from '../schemas.ts';
import {
  findDevicesOfOutage,
  findFullName,
  findMessagesAbout,
  findToldPeople,
  type ToldPerson,
} from './queries.ts';
import type { Told } from './schemas.ts';

/**
 * Finds the people who were notified of an alert, with time, channels and delivery, for a manager of its
 * device. It leaves out people who no longer have a role there, and addresses.
 * @throws ApiError 404 where the reader sees no such alert, 403 where the reader may not manage its device.
 */
export async function findTold(db: Db, readerId: number, id: number): Promise<Static<typeof Told>> {
  const found = requireRecord(
    'manage',
    'Alert',
    await findAlertSeenBy(db, { userId: readerId }, id),
  );
  const key = { deviceId: found.device_id, id };
  const [incident] = await findIncidentsByKey(db, [key]);
  if (!incident) throw failures.notFound('Alert');
  const isOutage = incident.kind === 'outage';
  const deviceIds = isOutage ? await findDevicesOfOutage(db, id) : [found.device_id];
  const people = await findToldPeople(db, readerId, { incident: key, deviceIds });
  const userIds = people.map(({ user_id }) => user_id);
  const since = incident.created_at;
  const messages = await findMessagesAbout(db, { userIds, incidentId: id, since });
  const byPerson = Map.groupBy(messages, ({ user_id }) => user_id);
  return {
    acknowledged_by: await findAcknowledger(db, incident, deviceIds),
    people: people.map((person) =>
      presentPerson(person, { incident, messages: byPerson.get(person.user_id) ?? [] }),
    ),
  };
}

/** The name only of who still has a role there, told or not: somebody may be faster than the messages. */
async function findAcknowledger(db: Db, { acknowledged_by }: Incident, deviceIds: number[]) {
  if (acknowledged_by === null) return null;
  const isKnown = (await findSeenDevices(db, acknowledged_by, deviceIds)).size > 0;
  const full_name = isKnown ? await findFullName(db, acknowledged_by) : null;
  return { id: String(acknowledged_by), full_name };
}

function presentPerson(
  { user_id, full_name, role, decide_at, not_before }: ToldPerson,
  { incident, messages }: { incident: Incident; messages: Notification[] },
) {
  const isAnswered =
    incident.resolved_at !== null || (incident.acknowledged_at ?? 0) >= incident.raised_at;
  const waits = decide_at !== null && !isAnswered;
  return {
    id: String(user_id),
    full_name,
    role: roleOfRank(role),
    waits_until: waits ? toIso(Math.max(decide_at, not_before)) : null,
    messages: messages.map((message) => ({
      channel: message.channel as ChannelName,
      phase: phaseOf(message, incident.id),
      status: stateOf(message),
      is_paid_by_owner: message.paid_by !== null,
      created_at: toIso(message.created_at),
      ...timesOf(message),
    })),
  };
}

function phaseOf({ body }: Notification, incidentId: number) {
  const incidents = incidentsOf(JSON.parse(body) as Message);
  return incidents.find(({ incident_id }) => incident_id === incidentId)?.phase ?? 'raised';
}
