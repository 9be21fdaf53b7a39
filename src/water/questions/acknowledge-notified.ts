import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { acknowledge } from '../incidents/acknowledge-incidents.ts';
import { findOutageMembers } from '../incidents/outages/outages-seen.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { type Asker, findWaitingIncidents, type Waiting } from './queries.ts';
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
/** Most that are looked through for those of the tanks that are meant. */
const mostWaiting = 2000;

/**
 * Acknowledges the incidents that a person was notified of and nobody has acknowledged, if both the person
 * and the account may operate the device, or, of an outage, one of its devices.
 * @param store stores the answer, in the transaction of the acknowledgements.
 */
export async function acknowledgeNotified(
  { db, publisher }: AcknowledgeDeps,
  { asker, phone, tanks, named, now }: Acknowledging,
  store: (trx: Db, answer: Answer) => Promise<void>,
): Promise<Answer> {
  const waiting = await findWaitingIncidents(db.read, asker.personId, mostWaiting);
  const meant = (await atTanks(db.read, waiting, tanks))
    .filter(({ beside }) => beside.some(({ isOperable }) => isOperable))
    .flatMap(({ incident, beside }) => {
      const about = named ? beside.filter((tank) => isNamed(incident, tank, named)) : beside;
      const tank = about.find(({ deviceId }) => deviceId === incident.device_id) ?? about[0];
      return tank ? { incident, name: tank.device } : [];
    })
    .slice(0, mostAtOnce);
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

/** Finds which of some tanks each incident is beside: those of its device, or of all devices of an outage. */
async function atTanks(db: Db, waiting: Waiting[], tanks: readonly Tank[]) {
  const ofDevice = Map.groupBy(tanks, ({ deviceId }) => deviceId);
  const outages = waiting.filter(({ kind }) => kind === 'outage').map(({ id }) => id);
  const members = await findOutageMembers(db, outages, [...ofDevice.keys()]);
  return waiting.map((incident) => {
    const deviceIds =
      incident.kind === 'outage' ? (members.get(incident.id) ?? []) : [incident.device_id];
    return { incident, beside: deviceIds.flatMap((id) => ofDevice.get(id) ?? []) };
  });
}

/** True if a tank is named that an incident belongs to; one of a device belongs to all of its tanks. */
function isNamed({ sensor_name }: Waiting, tank: Tank, named: readonly Tank[]): boolean {
  return named.includes(tank) && (sensor_name === null || tank.sensorName === sensor_name);
}
