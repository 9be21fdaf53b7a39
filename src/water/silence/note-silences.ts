import { aheadOf } from '../../kit/time/elapsed.ts';
import { findOwners } from '../devices/queries.ts';
import type { Facts } from '../incidents/kinds.ts';
import { findRecentOutages } from '../incidents/outages/outage-queries.ts';
import type { Incident } from '../incidents/queries.ts';
import { sameIncidentMs } from '../incidents/same-incident.ts';
import { findRunningPumps } from '../record/pumps/running-pumps.ts';
import { groupSilences, leastDevices, type OpenOutage } from './group-silences.ts';
import { noteOffline, type SilenceDeps } from './note-offline.ts';
import { noteOutage } from './note-outage.ts';
import {
  countDevicesOf,
  type FallenSilent,
  findLastSeen,
  type Silence,
} from './silence-queries.ts';

export type SilenceMoment = { silence: Silence; now: number; togetherMs: number };

/** Most devices of an account that are looked at together: as many as the largest outage needs. */
const mostTogether = 1000;

/** Notes devices that have fallen silent: those that did so together as one outage. */
export async function noteSilences(
  deps: SilenceDeps,
  silent: FallenSilent[],
  moment: SilenceMoment,
): Promise<void> {
  if (silent.length === 0) return;
  const { db } = deps;
  const { now } = moment;
  const owners = await findOwners(
    db.longRead,
    silent.map(({ device_id }) => device_id),
  );
  const ownerOf = new Map(owners.map(({ id, owner_id }) => [id, owner_id]));
  const ownerIds = [...new Set(ownerOf.values())];
  if (ownerIds.length === 0) return;
  const counts = await countDevicesOf(db.longRead, ownerIds);
  const recent = await findRecentOutages(db.longRead, ownerIds, now - sameIncidentMs);
  const alone: number[] = [];
  const ofOwners = new Map<number, FallenSilent[]>();
  for (const device of silent) {
    const owner = ownerOf.get(device.device_id);
    if (owner === undefined) continue;
    // A clock that was ahead wrote the instant, so the device cannot be placed in an outage.
    const isUnknown = device.last_seen_at > aheadOf(now);
    if (isUnknown || (counts.get(owner) ?? 0) < leastDevices) alone.push(device.device_id);
    else ofOwners.set(owner, [...(ofOwners.get(owner) ?? []), device]);
  }
  for (const [ownerId, devices] of ofOwners) {
    const account = {
      ownerId,
      devices,
      accountDevices: counts.get(ownerId) ?? 0,
      recent: recent.filter(({ owner_id }) => owner_id === ownerId),
    };
    alone.push(...(await noteOutages(deps, account, moment)));
  }
  await noteOffline(deps, alone, moment);
}

type Account = {
  ownerId: number;
  devices: FallenSilent[];
  accountDevices: number;
  recent: Incident[];
};

/** @returns the devices that are in no outage. */
async function noteOutages(
  deps: SilenceDeps,
  { ownerId, devices, accountDevices, recent }: Account,
  { silence, now, togetherMs }: SilenceMoment,
): Promise<number[]> {
  const times = devices.map(({ last_seen_at }) => last_seen_at);
  const lastSeen = await findLastSeen(deps.db.longRead, {
    ownerId,
    from: Math.min(...times) - togetherMs,
    until: Math.max(...times) + togetherMs,
    limit: mostTogether,
    unknownMs: silence.unknownMs,
  });
  const horizon = lastSeen.length < mostTogether ? Infinity : (lastSeen.at(-1)?.lastSeenAt ?? 0);
  const running = await findRunningPumps(
    deps.db.longRead,
    lastSeen.map(({ id }) => id),
  );
  // A device whose pump runs is told by itself, as that is more urgent than an outage.
  const seen = lastSeen.filter(({ id }) => !running.has(id));
  const open = recent.filter(({ resolved_at }) => resolved_at === null);
  const isSilent = (device: SeenOne) =>
    silentAt(device) <= silence.at && device.silenceMs <= silence.longestMs;
  const silent = seen.filter(isSilent);
  // Those that call seldom are not waited for.
  const awaitedUntil = Math.min(...silent.map(silentAt)) + togetherMs;
  const grouped = groupSilences({
    silent,
    late: seen.filter((device) => !isSilent(device) && silentAt(device) <= awaitedUntil),
    outages: open.map(toOpenOutage),
    accountDevices,
    togetherMs,
  });
  for (const { outage, place, devices } of grouped.joining) {
    const incident = open.find(({ id }) => id === outage.id);
    await noteOutage(deps, { devices, place, incident, resolved: [] }, { silence, now });
  }
  const resolved = recent.filter(({ resolved_at }) => resolved_at !== null);
  for (const { place, devices } of grouped.outages) {
    await noteOutage(deps, { devices, place, incident: undefined, resolved }, { silence, now });
  }
  const asked = new Set(devices.map(({ device_id }) => device_id));
  const alone = grouped.alone
    .filter(({ id, lastSeenAt }) => asked.has(id) && lastSeenAt + togetherMs <= horizon)
    .map(({ id }) => id);
  return [...alone, ...[...running.keys()].filter((id) => asked.has(id))];
}

type SeenOne = { lastSeenAt: number; silenceMs: number };

function silentAt({ lastSeenAt, silenceMs }: SeenOne): number {
  return lastSeenAt + silenceMs;
}

function toOpenOutage({ id, facts }: Incident): OpenOutage {
  const { devices, since, latitude, longitude } = JSON.parse(facts) as Facts['outage'];
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  return { id, devices, since, place };
}
