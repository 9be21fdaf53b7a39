import type { Insertable } from 'kysely';
import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/db.ts';
import type { SensorConfigsTable } from '../../db/tables/tank-tables.ts';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Ids } from '../../kit/ids.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { logActions } from '../device-log.ts';
import { insertOwners, refreshRoles } from '../device-roles.ts';
import { faultOfNearlyMac } from '../device-rules.ts';
import { findDevicesByIdentity, insertDevices } from '../devices/many-queries.ts';
import { insertConfigs } from '../sensor-configs/queries.ts';
import { openKnownLines } from './known-lines.ts';
import { readLine } from './line-values.ts';
import { offerDevices } from './offer-devices.ts';
import { openGroups } from './place-in-groups.ts';
import type { ImportRow } from './queries.ts';
import { openShares } from './share-devices.ts';
import type { Line, LogEntry, TakenLine } from './taken-line.ts';
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
  const done: ImportRow[] = [];
  const refuse = (row: ImportRow, errors: FieldError[]) => {
    done.push({ ...row, status: 'refused', device_id: null, errors: JSON.stringify(errors) });
  };
  const lines: Line[] = [];
  for (const row of rows) {
    const { values, faults } = readLine(JSON.parse(row.cells));
    if (faults.length > 0) refuse(row, faults);
    else lines.push({ row, values });
  }

  const identities = lines.map(({ values }) => values.identity);
  const found = await findDevicesByIdentity(trx, identities);
  const byIdentity = new Map(found.map((device) => [device.identity, device]));
  const names = lines.flatMap(({ values: { group } }) => (group === undefined ? [] : [group]));
  const named = { names, deviceIds: found.map(({ id }) => id) };
  const groups = await openGroups(trx, by.userId, named, now);
  const shares = await openShares(trx, by, lines, byIdentity, now);
  const whyNot = await openKnownLines(trx, by, lines, byIdentity);
  const fresh: Line[] = [];
  const known: TakenLine[] = [];
  for (const line of lines) {
    const { row, values } = line;
    const device = byIdentity.get(values.identity);
    const refusal = device && whyNot(line, device);
    if (refusal) {
      refuse(row, [refusal]);
      continue;
    }
    if (!device && values.mustBeKnown) {
      refuse(row, [{ field: 'mac_or_serial', message: fault('deviceUnknown') }]);
      continue;
    }
    const typingError = device ? undefined : faultOfNearlyMac(values.macOrSerial);
    if (typingError) {
      refuse(row, [{ field: 'mac_or_serial', message: typingError }]);
      continue;
    }
    const unshared = device && shares.whyNot(device.id, values.share);
    if (unshared) {
      refuse(row, [unshared]);
      continue;
    }
    const noRoom =
      values.group === undefined ? undefined : groups.reserve(values.group, device?.id);
    if (noRoom !== undefined) refuse(row, [{ field: 'group', message: noRoom }]);
    else if (device) known.push({ ...line, deviceId: device.id });
    else fresh.push(line);
  }

  const inserted = await insertDevices(
    trx,
    fresh.map(({ values }) => ({
      owner_id: by.userId,
      mac_or_serial: values.macOrSerial,
      identity: values.identity,
      name: values.name ?? null,
      key_salt: drawSalt(deps.ids),
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
  await insertOwners(
    trx,
    taken.map(({ deviceId }) => deviceId),
    by.userId,
  );
  await insertConfigs(trx, newConfigs(taken, now, entries));
  for (const line of known) {
    const device = byIdentity.get(line.values.identity);
    if (device) entries.push(...(await updateKnown(trx, deps, line, device, now)));
  }

  const all = [...taken, ...known];
  for (const {
    values: { group },
    deviceId,
  } of all) {
    if (group === undefined || !groups.put(group, deviceId)) continue;
    entries.push({ deviceId, action: 'group_joined', facts: { group: group.trim() } });
  }
  const joined = await groups.save();
  entries.push(...(await offerDevices(trx, deps, by, all, now)));
  const shared = await shares.save(deps, all);
  entries.push(...shared.entries);
  const changed = [...joined, ...shared.changed];
  await logActions(trx, entries, { by, now });
  const outcome = (status: 'registered' | 'known') => (line: TakenLine) => ({
    ...line.row,
    status,
    device_id: line.deviceId,
    errors: null,
  });
  done.push(...taken.map(outcome('registered')), ...known.map(outcome('known')));
  return {
    rows: done,
    identities: all.map(({ values }) => values.identity),
    joined: changed,
    owners: known.flatMap(({ values }) => {
      const owner = byIdentity.get(values.identity)?.owner_id;
      return owner === undefined || owner === by.userId ? [] : [owner];
    }),
    people: await refreshRoles(trx, changed),
  };
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
