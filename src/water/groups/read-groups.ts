import type { Database } from '../../db/database.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { toIso } from '../../kit/time/instant.ts';
import { dateAt, startOfDay } from '../../kit/time/time-zone.ts';
import { roleOfRank } from '../access.ts';
import { isOnline } from '../presence.ts';
import { presentUse, trackedFinder } from '../tanks/present-use.ts';
import {
  findConfigsOf,
  findConsumed,
  findFirstHours,
  findSensors,
  findTracked,
} from '../tanks/queries.ts';
import { findGroupDevices, findOpenIncidents, type GroupRecord } from './queries.ts';
import type { Group } from './schemas.ts';
import { type DeviceParts, sumUp } from './sum-up.ts';
import { lessUseOfYesterday } from './use-of-yesterday.ts';

type GroupsSelection = {
  userId: number;
  groups: readonly GroupRecord[];
  now: number;
  onlineMs: number;
  /** The person's time zone, whose midnight begins the day. */
  timezone: string;
  /** Aborted when nobody waits for the groups any more. */
  signal: AbortSignal;
};

/** Reads groups with their sums: in eight queries, however many devices they have. */
export async function readGroups(db: Database, selection: GroupsSelection): Promise<Group[]> {
  const { userId, groups, now, onlineMs, timezone, signal } = selection;
  if (groups.length === 0) return [];
  const seen = { userId, groupIds: groups.map(({ id }) => id) };
  const midnight = hourOf(startOfDay(dateAt(now, timezone), timezone));
  const find = async <R extends { device_id: number }>(rows: () => Promise<R[]>) =>
    Map.groupBy(await db.inTurn(rows, signal), ({ device_id }) => device_id);
  const [devices, sensors, tracked, configs, consumed, firstHours, incidents] = await Promise.all([
    db.inTurn(() => findGroupDevices(db.longRead, userId, seen.groupIds), signal),
    find(() => findSensors(db, seen)),
    find(() => findTracked(db, seen)),
    find(() => findConfigsOf(db.longRead, seen)),
    find(() => findConsumed(db, seen, midnight)),
    find(() => findFirstHours(db, seen, midnight)),
    find(() => findOpenIncidents(db.longRead, seen)),
  ]);
  const silences = new Map(devices.map((device) => [device.device_id, device.silent_after_ms]));
  const useOf = presentUse(trackedFinder(tracked), {
    now,
    silenceOf: (id) => silences.get(id) ?? null,
  });
  const partsOf = (device: (typeof devices)[number]): DeviceParts => ({
    isOnline: isOnline(device, now, onlineMs),
    sensors: sensors.get(device.device_id) ?? [],
    configs: configs.get(device.device_id) ?? [],
    consumed: lessUseOfYesterday(
      consumed.get(device.device_id) ?? [],
      firstHours.get(device.device_id) ?? [],
      timezone,
    ),
    incidents: (incidents.get(device.device_id) ?? []).map(({ id }) => id),
  });
  const devicesOf = Map.groupBy(devices, ({ group_id }) => group_id);
  return groups.map(({ id, name, role, created_at }) => {
    const own = devicesOf.get(id) ?? [];
    return {
      id,
      name,
      role: roleOfRank(role),
      device_ids: own.map(({ device_id }) => String(device_id)),
      sums: sumUp(own.map(partsOf), useOf),
      created_at: toIso(created_at),
    };
  });
}
