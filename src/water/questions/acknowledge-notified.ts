import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { may } from '../access.ts';
import { findAlertSeenBy } from '../alerts/find-alert.ts';
import { acknowledge } from '../incidents/acknowledge-incidents.ts';
import { findIncidentsByKey, type Incident } from '../incidents/queries.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { type Asker, findNotifiedIncidents } from './queries.ts';
import { smsActor } from './sms-actor.ts';
import type { Tank } from './tanks.ts';
import type { Answer } from './wording/answer.ts';

type AcknowledgeDeps = { db: Database; publisher: Pick<LivePublisher, 'alertsChanged'> };

type Acknowledging = {
  asker: Asker;
  phone: string;
  /** Tanks that the person may ask about. */
  tanks: readonly Tank[];
  /** Tanks that the question names; undefined where it names none. */
  named: readonly Tank[] | undefined;
  now: number;
};

/** Most incidents at once, newest first; a person with more has a dashboard. */
const mostAtOnce = 50;

/**
 * Acknowledges the incidents that a person was notified of and nobody has acknowledged, if both the person
 * and the account may operate the device.
 * @param store stores the answer, in the transaction of the acknowledgements.
 */
export async function acknowledgeNotified(
  { db, publisher }: AcknowledgeDeps,
  { asker, phone, tanks, named, now }: Acknowledging,
  store: (trx: Db, answer: Answer) => Promise<void>,
): Promise<Answer> {
  const notified = await findNotifiedIncidents(db.read, asker.personId, mostAtOnce);
  const names = new Map((named ?? tanks).map(({ deviceId, device }) => [deviceId, device]));
  const meant: { incident: Incident; name: string }[] = [];
  for (const incident of await findIncidentsByKey(db.read, notified)) {
    const listedUnder = isOpen(incident) ? await findOperated(db.read, asker, incident) : undefined;
    const name = listedUnder === undefined ? undefined : names.get(listedUnder);
    if (name !== undefined && (!named || isOfOne(incident, named))) meant.push({ incident, name });
  }
  if (meant.length === 0) return { kind: 'nothing_open' };
  const answer: Answer = {
    kind: 'acknowledged',
    count: meant.length,
    names: [...new Set(meant.map(({ name }) => name))],
  };
  const keys = meant.map(({ incident }) => ({ deviceId: incident.device_id, id: incident.id }));
  const changed = await db.transaction(async (trx) => {
    await store(trx, answer);
    return await acknowledge(trx, { ...smsActor(asker, phone), keys, now });
  });
  publisher.alertsChanged(changed);
  return answer;
}

function isOpen({ resolved_at, acknowledged_at, raised_at }: Incident): boolean {
  return resolved_at === null && (acknowledged_at === null || acknowledged_at < raised_at);
}

/** True if an incident belongs to one of some tanks; one of a device belongs to all of its tanks. */
function isOfOne({ device_id, sensor_name }: Incident, tanks: readonly Tank[]): boolean {
  const beside = tanks.filter(({ deviceId }) => deviceId === device_id);
  if (sensor_name === null || beside.length === 0) return true;
  return beside.some(({ sensorName }) => sensorName === sensor_name);
}

/** Finds the device under which a person and an account see an incident, if both may operate it. */
async function findOperated(
  db: Db,
  { personId, accountId }: Asker,
  { id }: Incident,
): Promise<number | undefined> {
  const found = await findAlertSeenBy(db, { userId: personId }, id);
  if (!found || !may(found.role, 'operate')) return undefined;
  if (accountId === personId) return found.listedUnder;
  const seen = await findAlertSeenBy(db, { userId: accountId }, id);
  return seen && may(seen.role, 'operate') ? found.listedUnder : undefined;
}
