import type { Insertable } from 'kysely';
import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/db.ts';
import type { SensorConfigsTable } from '../../db/tables/tank-tables.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { logActions } from '../device-log.ts';
import { insertOwners, refreshRoles } from '../device-roles.ts';
import { findDevicesByIdentity, insertDevices } from '../devices/many-queries.ts';
import { insertConfigs } from '../sensor-configs/queries.ts';
import { openKnownLines } from './known-lines.ts';
import { readLine } from './line-values.ts';
import { offerDevices } from './offer-devices.ts';
import { type GroupRooms, openGroups } from './place-in-groups.ts';
import type { ImportRow } from './queries.ts';
import { openShares } from './share-devices.ts';
import { sortLines } from './sort-lines.ts';
import type { Line, LogEntry, RefusedLine, TakenLine } from './taken-line.ts';
import { configOf, updateKnown } from './update-known.ts';

export type RegisterDeps = { ids: Ids };

export type Registered = {
  /** Lines with their outcome. One that somebody else registered just now is left for the next time. */
  rows: ImportRow[];
  /** Identities of devices that are new or have changed, and people whose roles did. */
  identities: string[];
  joined: number[];
  people: number[];
  /** Other owners whose devices have changed. */
  owners: number[];
};

/**
 * Registers the devices of some lines to a person, each with all that its line says or not at all: within
 * one transaction, by few statements for all of them.
 */
export async function registerLines(
  trx: Db,
  deps: RegisterDeps,
  by: NonNullable<Actor>,
  rows: readonly ImportRow[],
  now: number,
): Promise<Registered> {
  await holdUser(trx, by.userId);
  const { lines, refused: unreadable } = readLines(rows);
  const identities = lines.map(({ values }) => values.identity);
  const found = await findDevicesByIdentity(trx, identities);
  const byIdentity = new Map(found.map((device) => [device.identity, device]));
  const names = lines.flatMap(({ values: { group } }) => (group === undefined ? [] : [group]));
  const named = { names, deviceIds: found.map(({ id }) => id) };
  const groups = await openGroups(trx, by.userId, named, now);
  const shares = await openShares(trx, by, lines, byIdentity, now);
  const whyNot = await openKnownLines(trx, by, lines, byIdentity);
  const { fresh, known, refused } = sortLines(lines, byIdentity, { whyNot, shares, groups });

  const { taken, entries } = await insertFresh(trx, deps, by, fresh, now);
  for (const line of known) entries.push(...(await updateKnown(trx, deps, line, line.device, now)));
  const all = [...taken, ...known];
  entries.push(...joinGroups(groups, all));
  const joined = await groups.save();
  entries.push(...(await offerDevices(trx, deps, by, all, now)));
  const shared = await shares.save(deps, all);
  entries.push(...shared.entries);
  await logActions(trx, entries, { by, now });
  const changed = [...joined, ...shared.changed];
  return {
    rows: [
      ...[...unreadable, ...refused].map(asRefused),
      ...taken.map((line) => asTaken(line, 'registered')),
      ...known.map((line) => asTaken(line, 'known')),
    ],
    identities: all.map(({ values }) => values.identity),
    joined: changed,
    owners: known.map(({ device }) => device.owner_id).filter((owner) => owner !== by.userId),
    people: await refreshRoles(trx, changed),
  };
}

function readLines(rows: readonly ImportRow[]): { lines: Line[]; refused: RefusedLine[] } {
  const lines: Line[] = [];
  const refused: RefusedLine[] = [];
  for (const row of rows) {
    const { values, faults } = readLine(JSON.parse(row.cells));
    if (faults.length > 0) refused.push({ row, errors: faults });
    else lines.push({ row, values });
  }
  return { lines, refused };
}

function asRefused({ row, errors }: RefusedLine): ImportRow {
  return { ...row, status: 'refused', device_id: null, errors: JSON.stringify(errors) };
}

function asTaken({ row, deviceId }: TakenLine, status: 'registered' | 'known'): ImportRow {
  return { ...row, status, device_id: deviceId, errors: null };
}

/** Inserts the devices of lines, with their configurations. @returns those that nobody else registered just now. */
async function insertFresh(
  trx: Db,
  { ids }: RegisterDeps,
  { userId }: NonNullable<Actor>,
  fresh: readonly Line[],
  now: number,
): Promise<{ taken: TakenLine[]; entries: LogEntry[] }> {
  const inserted = await insertDevices(
    trx,
    fresh.map(({ values }) => ({
      owner_id: userId,
      mac_or_serial: values.macOrSerial,
      identity: values.identity,
      name: values.name ?? null,
      key_salt: drawSalt(ids),
      key_required: values.keyRequired ? 1 : 0,
      placed_latitude: values.place?.latitude ?? null,
      placed_longitude: values.place?.longitude ?? null,
      placed_at: values.place ? now : null,
      created_at: now,
    })),
  );
  const idOf = new Map(inserted.map(({ id, identity }) => [identity, id]));
  const taken = fresh.flatMap((line): TakenLine[] => {
    const deviceId = idOf.get(line.values.identity);
    return deviceId === undefined ? [] : [{ ...line, deviceId }];
  });
  const entries: LogEntry[] = taken.map(({ deviceId, values }) => ({
    deviceId,
    action: 'registered',
    facts: { mac_or_serial: values.macOrSerial },
  }));
  const deviceIds = taken.map(({ deviceId }) => deviceId);
  await insertOwners(trx, deviceIds, userId);
  await insertConfigs(trx, newConfigs(taken, now, entries));
  return { taken, entries };
}

/** Puts devices into the groups of their lines. */
function joinGroups(groups: GroupRooms, lines: readonly TakenLine[]): LogEntry[] {
  return lines.flatMap(({ values: { group }, deviceId }): LogEntry[] => {
    if (group === undefined || !groups.put(group, deviceId)) return [];
    return [{ deviceId, action: 'group_joined', facts: { group: group.trim() } }];
  });
}

function newConfigs(
  lines: readonly TakenLine[],
  now: number,
  entries: LogEntry[],
): Insertable<SensorConfigsTable>[] {
  return lines.flatMap(({ deviceId, values }) => {
    const config = configOf(values);
    if (!config) return [];
    const { capacity = 1000, high_threshold = 90, low_threshold = 20 } = config;
    const facts = { sensor_name: 'main', capacity, high_threshold, low_threshold };
    entries.push({ deviceId, action: 'config_saved', facts });
    const { tank = null, supply = null } = config;
    const times = { created_at: now, updated_at: now };
    return [{ device_id: deviceId, ...facts, tank, supply, fills_from: null, ...times }];
  });
}
