import { sql } from 'kysely';
import type { Actor } from '../../accounts/audit/queries.ts';
import type { Db } from '../../db/db.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { leastRank } from '../access.ts';
import { logAction } from '../device-log.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { deviceIdsOf, idsOf, type RowKey } from '../row-key.ts';
import type { Incident } from './queries.ts';

export type AcknowledgeDeps = PublishDeps<'alertsChanged'>;

/** True where nobody has acknowledged the incident since it was raised, got worse or came back. */
export const isUnacknowledged = sql<boolean>`(acknowledged_at is null or acknowledged_at < raised_at)`;

/** Few enough that pushes, which wait for the same writer, are hardly delayed. */
const atOnce = 200;

/**
 * Acknowledges incidents for a person, as far as the person may operate their devices. The first to
 * acknowledge stays, until an incident gets worse or comes back.
 * @returns those that nobody had acknowledged.
 */
export async function acknowledgeIncidents(
  { db, clock, publisher }: AcknowledgeDeps,
  by: NonNullable<Actor>,
  keys: RowKey[],
): Promise<Incident[]> {
  const now = clock();
  const all: Incident[] = [];
  for (const some of chunksOf(keys, atOnce)) {
    const acknowledged = await db.transaction((trx) => acknowledge(trx, { by, keys: some, now }));
    if (acknowledged.length > 0) publisher.alertsChanged(acknowledged);
    all.push(...acknowledged);
  }
  return all;
}

type Acknowledgement = {
  by: NonNullable<Actor>;
  keys: RowKey[];
  now: number;
  facts?: Record<string, string>;
};

/** Acknowledges incidents within a transaction; the caller publishes what is returned after the commit. */
export async function acknowledge(
  trx: Db,
  { by, keys, now, facts = {} }: Acknowledgement,
): Promise<Incident[]> {
  const own = await keysToOperate(trx, by.userId, keys);
  if (own.length === 0) return [];
  const incidents = await trx
    .updateTable('incidents')
    .set({ acknowledged_at: now, acknowledged_by: by.userId })
    .where('device_id', 'in', [...new Set(own.map(({ deviceId }) => deviceId))])
    .where(
      'id',
      'in',
      own.map(({ id }) => id),
    )
    .where(isUnacknowledged)
    .returningAll()
    .execute();
  for (const { id, device_id, kind } of incidents) {
    const entry = { by, facts: { ...facts, id, kind }, now };
    await logAction(trx, [device_id], { ...entry, action: 'alert_acknowledged' });
  }
  return incidents;
}

/** True if a person may acknowledge at least one of some incidents. */
export async function mayAcknowledge(db: Db, userId: number, keys: RowKey[]): Promise<boolean> {
  return (await keysToOperate(db, userId, keys)).length > 0;
}

/** Finds the keys of incidents of devices that a person may operate, and of outages that include one. */
async function keysToOperate(db: Db, userId: number, keys: RowKey[]): Promise<RowKey[]> {
  if (keys.length === 0) return [];
  const operated = db
    .selectFrom('device_roles as p')
    .where('p.user_id', '=', userId)
    .where('p.role', '>=', leastRank('operate'));
  const devices = await operated
    .select('p.device_id')
    .where('p.device_id', 'in', deviceIdsOf(keys))
    .execute();
  const outages = await operated
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .select(['o.incident_id', 'o.incident_device_id'])
    .where('o.incident_id', 'in', idsOf(keys))
    .execute();
  const deviceIds = new Set(devices.map(({ device_id }) => device_id));
  return [
    ...keys.filter(({ deviceId }) => deviceIds.has(deviceId)),
    ...outages.map((outage) => ({
      deviceId: outage.incident_device_id,
      id: outage.incident_id,
    })),
  ];
}
