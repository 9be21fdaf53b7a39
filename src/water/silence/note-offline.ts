import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Work } from '../../db/work.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { findOpenIncidents, resolveIncidents } from '../incidents/open-incidents.ts';
import { leaveOutages } from '../incidents/outages/outage-queries.ts';
import type { Incident } from '../incidents/queries.ts';
import { raiseIncidents } from '../incidents/raise-incidents.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { findRunningPumps } from '../record/pumps/running-pumps.ts';
import type { NamedDevice } from '../tank-name.ts';
import { findNames, markSeenAgain, markSilent, type Silence } from './silence-queries.ts';

export type SilenceDeps = {
  db: Database;
  /** Silence after which a device is offline, in milliseconds. */
  onlineMs: number;
  publisher: Pick<LivePublisher, 'alertsChanged' | 'wentOffline'>;
};

/** Devices in one transaction: a power cut silences a whole town at once, and pushes must go on between. */
export const devicesAtOnce = 50;

export type SilentDevice = { device_id: number; last_seen_at: number };

/** Marks devices silent, and raises an incident for each. */
export async function noteOffline(
  deps: SilenceDeps,
  ids: number[],
  { silence, now }: { silence: Silence; now: number },
): Promise<void> {
  const { db, publisher, onlineMs } = deps;
  for (const some of chunksOf(ids, devicesAtOnce)) {
    const { silent, incidents } = await db.perform(markOffline, {
      ids: some,
      names: await findNames(db.longRead, some),
      silence,
      now,
      isSpread: db.isSpread,
      latest: now - onlineMs,
    });
    publishSilent(publisher, silent);
    publisher.alertsChanged(incidents);
  }
}

type Offline = About & { ids: number[]; silence: Silence; isSpread: boolean };

export const markOffline: Work<Offline, { silent: SilentDevice[]; incidents: Incident[] }> = {
  url: import.meta.url,
  name: 'markOffline',
  run: async (db, engine, { ids, silence, isSpread, ...about }) => {
    const silent = await markSilent(db, { engine, isSpread }, ids, silence);
    return { silent, incidents: await raiseOffline(db, silent, about) };
  },
};

type About = {
  names: Map<number, NamedDevice>;
  now: number;
  /** Latest instant at which a silent device can have been seen; caps one by a clock that was ahead. */
  latest: number;
};

export async function raiseOffline(
  db: Db,
  silent: SilentDevice[],
  { names, now, latest }: About,
): Promise<Incident[]> {
  const running = await findRunningPumps(
    db,
    silent.map(({ device_id }) => device_id),
  );
  const found = silent.map(({ device_id, last_seen_at }) => {
    const device = names.get(device_id) ?? { device: String(device_id) };
    const pumps = running.get(device_id);
    const facts = {
      ...device,
      last_seen_at: Math.min(last_seen_at, latest),
      told_at: now,
      ...(pumps && { pumps: pumps.names }),
      ...(pumps?.stopsBy !== undefined && { stops_by: pumps.stopsBy }),
    };
    return toIncident(
      { kind: 'offline', facts },
      // Nobody can switch that pump off from afar.
      { deviceId: device_id, sensorName: null, severity: pumps ? 'critical' : 'warning', now },
    );
  });
  return await raiseIncidents(db, found, now);
}

export function publishSilent(
  publisher: Pick<LivePublisher, 'wentOffline'>,
  silent: SilentDevice[],
): void {
  publisher.wentOffline(
    silent.map(({ device_id, last_seen_at }) => ({
      deviceId: device_id,
      lastSeenAt: last_seen_at,
    })),
  );
}

type ReturnDeps = { db: Database; publisher: Pick<LivePublisher, 'alertsChanged'> };

export async function noteReturns(
  { db, publisher }: ReturnDeps,
  ids: number[],
  now: number,
): Promise<void> {
  for (const some of chunksOf(ids, devicesAtOnce)) {
    publisher.alertsChanged(
      await db.perform(markReturned, { ids: some, now, isSpread: db.isSpread }),
    );
  }
}

type Returned = { ids: number[]; now: number; isSpread: boolean };

export const markReturned: Work<Returned, Incident[]> = {
  url: import.meta.url,
  name: 'markReturned',
  run: async (db, engine, { ids, now, isSpread }) => {
    const seen = await markSeenAgain(db, { engine, isSpread }, ids);
    if (seen.length === 0) return [];
    await leaveOutages(db, seen, now);
    return await resolveIncidents(db, await findOpenIncidents(db, 'offline', seen), now);
  },
};
