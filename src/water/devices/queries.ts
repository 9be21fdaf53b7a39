import type { Insertable } from 'kysely';
import type { Db, PageAfter } from '../../db/db.ts';
import type { DeviceStatusTable, DevicesTable } from '../../db/tables/device-tables.ts';
import { devicesSeenBy, rolesOf, type Viewer } from '../access.ts';
import { noteFormerBoard } from './former-board.ts';
import { noReadingRefusals, noRefusals } from './refusal-queries.ts';

/** A device with what was last heard of it, the caller's role, and the id of the caller's first own device. */
export type DeviceRecord = NonNullable<Awaited<ReturnType<typeof findDevice>>>;

export function deviceRecords(db: Db, viewer: Viewer) {
  return devicesSeenBy(db, viewer)
    .innerJoin('device_status as s', 's.device_id', 'd.id')
    .select([
      'd.id',
      'd.owner_id',
      'd.mac_or_serial',
      'd.name',
      'd.created_at',
      'd.key_required',
      'd.only_signed',
      'd.refusals',
      'd.refused_at',
      'd.refused_for',
      'd.readings_refused',
      'd.readings_refused_since',
      'd.readings_refused_at',
      'd.readings_refused_for',
      'd.placed_latitude',
      'd.placed_longitude',
      'd.placed_at',
      'p.role',
      's.last_seen_at',
      's.silent_after_ms',
      's.silent_after_minutes',
      's.latitude',
      's.longitude',
      's.located_at',
      's.battery_percent',
      's.signal_dbm',
      's.signed',
    ])
    .select((eb) =>
      eb
        .selectFrom('devices as o')
        .select(({ fn }) => fn.min<number>('o.id').as('id'))
        .where('o.owner_id', '=', viewer.userId)
        .as('primary_id'),
    );
}

/** The devices that a viewer may see in the order of registration, from after the one with id `after`. */
export async function findDevices(db: Db, viewer: Viewer, { after, limit }: PageAfter) {
  return await deviceRecords(db, viewer)
    .where('p.device_id', '>', after)
    .orderBy('p.device_id')
    .limit(limit)
    .execute();
}

/** A device that a person may see. */
export async function findDevice(db: Db, userId: number, id: number) {
  return await deviceRecords(db, { userId }).where('p.device_id', '=', id).executeTakeFirst();
}

/** Anybody's device: whose it is must be kept from those who may not see it. */
export async function findDeviceByIdentity(db: Db, identity: string) {
  return await db
    .selectFrom('devices')
    .select(['id', 'owner_id'])
    .where('identity', '=', identity)
    .executeTakeFirst();
}

/** The device that a person registered first of the own ones that are still there. */
export async function findPrimaryDevice(db: Db, viewer: Viewer) {
  return await deviceRecords(db, viewer)
    .where('d.owner_id', '=', viewer.userId)
    .orderBy('p.device_id')
    .limit(1)
    .executeTakeFirst();
}

/** How many devices a viewer may see. */
export async function countDevices(db: Db, viewer: Viewer): Promise<number> {
  const { count } = await rolesOf(db, viewer)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The owners of those of the devices that are still there. */
export async function findOwners(db: Db, ids: number[]) {
  return await db.selectFrom('devices').select(['id', 'owner_id']).where('id', 'in', ids).execute();
}

/** @returns the new id, or undefined where somebody has registered the identity already. */
export async function insertDevice(
  db: Db,
  device: Insertable<DevicesTable>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('devices')
    .values(device)
    .onConflict((conflict) => conflict.column('identity').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertDeviceStatus(db: Db, deviceId: number): Promise<void> {
  await db.insertInto('device_status').values({ device_id: deviceId }).execute();
}

/** @returns whether the device was still there. */
export async function renameDevice(db: Db, id: number, name: string | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ name })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type DevicePlace = Pick<DevicesTable, 'placed_latitude' | 'placed_longitude' | 'placed_at'>;

/** @returns whether the device was still there. */
export async function changePlace(db: Db, id: number, place: DevicePlace): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set(place)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const noHealth = { battery_percent: null, signal_dbm: null, health_at: null, watch: '' };

/**
 * Puts new hardware in a device's place, to be called where the device is held. What is remembered of the old one's
 * clock, its counts, its battery and its network says nothing of the new one's, nor does what a network server called
 * it.
 */
export async function changeHardware(
  trx: Db,
  id: number,
  hardware: Pick<DevicesTable, 'mac_or_serial' | 'identity'>,
): Promise<void> {
  await noteFormerBoard(trx, id);
  await trx
    .updateTable('devices')
    .set({ ...hardware, ...noRefusals, ...noReadingRefusals })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('device_status')
    .set({ ...noHealth, boots: '', clock: '' })
    .where('device_id', '=', id)
    .execute();
  await trx.deleteFrom('lorawan_devices').where('device_id', '=', id).execute();
}

/** Silence after which a device is offline, in milliseconds; null where its rhythm is not known. */
export async function findSilentAfter(db: Db, deviceId: number): Promise<number | null> {
  const row = await db
    .selectFrom('device_status')
    .select('silent_after_ms')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row?.silent_after_ms ?? null;
}

/** The row that a device's silence follows from, which nobody changes until the transaction ends. */
export async function findRhythm(trx: Db, deviceId: number) {
  return await trx
    .selectFrom('device_status')
    .select(['rhythm', 'last_seen_at', 'silent_about'])
    .where('device_id', '=', deviceId)
    .executeTakeFirstOrThrow();
}

export type SilenceChange = Pick<
  DeviceStatusTable,
  'silent_after_minutes' | 'silent_after_ms' | 'silent_about'
>;

export async function changeSilence(trx: Db, deviceId: number, change: SilenceChange) {
  await trx.updateTable('device_status').set(change).where('device_id', '=', deviceId).execute();
}

/** @returns whether the device was still there. */
export async function deleteDevice(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('devices').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteDeviceStatus(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('device_status').where('device_id', '=', deviceId).execute();
}

/** Removes a device from the groups that it is in, and all that it was shared by. */
export async function deleteGrants(trx: Db, deviceId: number): Promise<void> {
  await trx.deleteFrom('group_devices').where('device_id', '=', deviceId).execute();
  await trx.deleteFrom('shares').where('device_id', '=', deviceId).execute();
}

export async function insertRemovedDevice(
  db: Db,
  { deviceId, now }: { deviceId: number; now: number },
): Promise<void> {
  await db.insertInto('removed_devices').values({ device_id: deviceId, removed_at: now }).execute();
}

/**
 * Writes a status row as it is, which makes this transaction the only one that adds to the device
 * until it ends: the one lock that both engines know.
 * @returns whether the device is still there.
 */
export async function lockDevice(db: Db, deviceId: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('device_status')
    .set((eb) => ({ last_seen_at: eb.ref('last_seen_at') }))
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
