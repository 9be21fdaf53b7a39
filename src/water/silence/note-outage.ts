import type { Db } from '../../db/db.ts';
import type { Work } from '../../db/work.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import type { Facts } from '../incidents/kinds.ts';
import { addOutageDevices, changeFacts, countShared } from '../incidents/outages/outage-queries.ts';
import { findIncidentsByKey, type Incident, insertIncident } from '../incidents/queries.ts';
import { bringBack } from '../incidents/raise-incidents.ts';
import { isNewsAgain } from '../incidents/same-incident.ts';
import type { NamedDevice } from '../tank-name.ts';
import { leastDevices, type Place, type SeenDevice } from './group-silences.ts';
import {
  devicesAtOnce,
  publishSilent,
  raiseOffline,
  type SilenceDeps,
  type SilentDevice,
} from './note-offline.ts';
import { findNames, markSilent, type Silence } from './silence-queries.ts';

export type Outage = {
  /** Devices in the order in which they fell silent. */
  devices: SeenDevice[];
  place: Place | null;
  /** Incident that they join, if there is one. */
  incident: Incident | undefined;
  /** Outages of the account that began within the last day and are over: one that returns is the same incident. */
  resolved: Incident[];
};

type Moment = { silence: Silence; now: number };

/** Marks devices silent that fell silent together, as one incident. */
export async function noteOutage(
  { db, onlineMs, publisher }: SilenceDeps,
  { devices, place, incident: known, resolved }: Outage,
  { silence, now }: Moment,
): Promise<void> {
  let incident = known;
  for (const some of chunksOf(devices, devicesAtOnce)) {
    const ids = some.map(({ id }) => id);
    const { silent, changed } = await db.perform(markOutage, {
      ids,
      names: await findNames(db.longRead, ids),
      place,
      incident,
      resolved,
      silence,
      now,
      latest: now - onlineMs,
      isSpread: db.isSpread,
    });
    incident ??= changed.find(({ kind }) => kind === 'outage');
    publishSilent(publisher, silent);
    publisher.alertsChanged(changed);
  }
}

type OutagePart = Moment &
  Omit<Outage, 'devices'> & {
    ids: number[];
    names: Map<number, NamedDevice>;
    latest: number;
    isSpread: boolean;
  };

export const markOutage: Work<OutagePart, { silent: SilentDevice[]; changed: Incident[] }> = {
  url: import.meta.url,
  name: 'markOutage',
  run: async (db, engine, part) => {
    const { ids, names, place, incident, resolved, silence, now, latest, isSpread } = part;
    const silent = await markSilent(db, { engine, isSpread }, ids, silence);
    if (silent.length === 0) return { silent, changed: [] };
    if (incident) return { silent, changed: await widen(db, incident, { silent, place, now }) };
    if (silent.length < leastDevices) {
      return { silent, changed: await raiseOffline(db, silent, { names, now, latest }) };
    }
    return { silent, changed: await begin(db, { silent, place, resolved, now }) };
  },
};

type Members = {
  silent: SilentDevice[];
  place: Place | null;
  now: number;
};

async function begin(
  db: Db,
  { silent, place, resolved, now }: Members & { resolved: Incident[] },
): Promise<Incident[]> {
  const facts = factsOf({ silent, place, now });
  const before = await findSame(db, resolved, silent);
  const isNews = isNewsAgain(before?.resolved_at ?? 0, now);
  const change = { facts: JSON.stringify(facts), severity: 'warning', now, isNews };
  const back = before ? await bringBack(db, before, change) : [];
  const [first] = silent;
  if (!first) return [];
  const [incident] =
    back.length > 0
      ? back
      : [
          await insertIncident(
            db,
            toIncident(
              { kind: 'outage', facts },
              { deviceId: first.device_id, sensorName: null, severity: 'warning', now },
            ),
          ),
        ];
  if (!incident) return [];
  await addOutageDevices(db, incident, silent);
  return [incident];
}

/** Finds the newest of these outages that included at least half of the devices. */
async function findSame(
  db: Db,
  resolved: Incident[],
  silent: SilentDevice[],
): Promise<Incident | undefined> {
  if (resolved.length === 0) return undefined;
  const ids = resolved.map(({ id }) => id);
  const counts = await countShared(db, ids, idsOf(silent));
  const same = counts.filter(({ count }) => count >= silent.length / 2);
  const newest = Math.max(...same.map(({ incident_id }) => incident_id));
  return resolved.find(({ id }) => id === newest);
}

/** Adds devices to an outage, unless its owner has deleted it. */
async function widen(
  db: Db,
  { device_id, id }: Incident,
  { silent, place, now }: Members,
): Promise<Incident[]> {
  const [known] = await findIncidentsByKey(db, [{ deviceId: device_id, id }]);
  if (!known) return [];
  const before = JSON.parse(known.facts) as Facts['outage'];
  const added = factsOf({ silent, place, now });
  const facts: Facts['outage'] = {
    ...added,
    devices: before.devices + added.devices,
    since: Math.min(before.since, added.since),
    told_at: before.told_at,
  };
  await addOutageDevices(db, known, silent);
  const changed = await changeFacts(db, known, JSON.stringify(facts));
  return changed ? [changed] : [];
}

function factsOf({ silent, place, now }: Members): Facts['outage'] {
  return {
    devices: silent.length,
    since: Math.min(...silent.map(({ last_seen_at }) => last_seen_at)),
    told_at: now,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  };
}

function idsOf(silent: SilentDevice[]): number[] {
  return silent.map(({ device_id }) => device_id);
}
