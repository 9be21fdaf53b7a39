import { toIncident } from '../../../src/water/incidents/incident-rows.ts';
import {
  addOutageDevices,
  leaveOutages,
} from '../../../src/water/incidents/outages/outage-queries.ts';
import { insertIncident } from '../../../src/water/incidents/queries.ts';
import type { TestServer } from '../server/test-server.ts';

type Made = {
  /** Devices in the order in which they fell silent. */
  deviceIds: number[];
  /** Instant when each was last seen. */
  since: number;
  /** Those of them that have been seen again, and when. */
  back?: { deviceIds: number[]; at: number };
};

/** Makes an outage of devices as the watch of their silence does. @returns the alert's id. */
export async function makeOutage(
  server: TestServer,
  { deviceIds, since, back }: Made,
): Promise<number> {
  const { now } = server.clock;
  return await server.db.transaction(async (trx) => {
    const place = { latitude: null, longitude: null };
    const facts = { devices: deviceIds.length, since, told_at: now, ...place };
    const [first = 0] = deviceIds;
    const of = { deviceId: first, sensorName: null, severity: 'warning' as const, now };
    const incident = await insertIncident(trx, toIncident({ kind: 'outage', facts }, of));
    const silent = deviceIds.map((device_id) => ({ device_id, last_seen_at: since }));
    for (let from = 0; from < silent.length; from += 500) {
      await addOutageDevices(trx, incident, silent.slice(from, from + 500));
    }
    if (back) await leaveOutages(trx, back.deviceIds, back.at);
    return incident.id;
  });
}

/** Ids of all the devices that a user has a role at. */
export async function deviceIdsOf(server: TestServer, userId: string): Promise<number[]> {
  const rows = await server.db.read
    .selectFrom('device_roles')
    .select('device_id')
    .where('user_id', '=', Number(userId))
    .orderBy('device_id')
    .execute();
  return rows.map(({ device_id }) => device_id);
}
