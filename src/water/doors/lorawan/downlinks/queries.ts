import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../../db/db.ts';
import type {
  LorawanDownlinksTable,
  LorawanPumpsTable,
  LorawanServersTable,
} from '../../../../db/tables/lorawan-tables.ts';
import { createDeliveryQueue } from '../../../../delivery/delivery-queue.ts';
import { type Command, commandColumns, pending } from '../../../pump-commands/queries.ts';

export type ServerRow = Selectable<LorawanServersTable>;
export type PumpRow = Selectable<LorawanPumpsTable>;
export type Downlink = Selectable<LorawanDownlinksTable>;

export const downlinkQueue = createDeliveryQueue<ServerRow, Downlink>({
  targets: 'lorawan_servers',
  deliveries: 'lorawan_downlinks',
  targetId: 'server_id',
});

export async function findServers(db: Db, userId: number): Promise<ServerRow[]> {
  return await db
    .selectFrom('lorawan_servers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export async function findServersByIds(db: Db, ids: number[]): Promise<ServerRow[]> {
  return await db.selectFrom('lorawan_servers').selectAll().where('id', 'in', ids).execute();
}

/** Stores where downlinks of a kind of network server go, in place of what was stored before. */
export async function saveServer(
  db: Db,
  server: Insertable<LorawanServersTable>,
): Promise<ServerRow> {
  const { url, webhook_id, sealed_key, changed_at } = server;
  return await db
    .insertInto('lorawan_servers')
    .values(server)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'network'])
        .doUpdateSet({ url, webhook_id, sealed_key, changed_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteServer(
  db: Db,
  userId: number,
  id: number,
): Promise<ServerRow | undefined> {
  return await db
    .deleteFrom('lorawan_servers')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
}

/** Pumps of devices that still belong to the account that set them up, with what their network server holds. */
function pumpsInUse(db: Db) {
  return db
    .selectFrom('lorawan_pumps as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .selectAll('p')
    .select(['d.mac_or_serial', 'd.name'])
    .whereRef('d.owner_id', '=', 'p.user_id');
}
export type PumpInUse = PumpRow & { mac_or_serial: string; name: string | null };

export async function findPumps(
  db: Db,
  { after, limit, userId }: { after: number; limit: number; userId?: number },
): Promise<PumpInUse[]> {
  return await pumpsInUse(db)
    .where('p.device_id', '>', after)
    .$if(userId !== undefined, (query) => query.where('p.user_id', '=', userId ?? 0))
    .orderBy('p.device_id')
    .limit(limit)
    .execute();
}

export async function isServerInUse(db: Db, serverId: number): Promise<boolean> {
  const pump = await pumpsInUse(db).where('p.server_id', '=', serverId).limit(1).executeTakeFirst();
  return pump !== undefined;
}

export async function findPumpOf(db: Db, deviceId: number): Promise<PumpInUse | undefined> {
  return await pumpsInUse(db).where('p.device_id', '=', deviceId).executeTakeFirst();
}

export async function savePump(db: Db, pump: Insertable<LorawanPumpsTable>): Promise<void> {
  const { device_id: _, ...rest } = pump;
  await db
    .insertInto('lorawan_pumps')
    .values(pump)
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(rest))
    .execute();
}

export async function deletePump(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('lorawan_pumps').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('lorawan_downlinks').where('device_id', '=', deviceId).execute();
}

/** Removes the set-up of pumps for a network server, as of devices that changed hands when that kept it. */
export async function deletePumpsOf(db: Db, serverId: number): Promise<void> {
  await db.deleteFrom('lorawan_pumps').where('server_id', '=', serverId).execute();
  await db.deleteFrom('lorawan_downlinks').where('server_id', '=', serverId).execute();
}

/** Stores what the network server holds of a pump's commands. */
export async function saveQueued(db: Db, deviceId: number, queued: string): Promise<void> {
  await db.updateTable('lorawan_pumps').set({ queued }).where('device_id', '=', deviceId).execute();
}

/** Finds the `on` and `off` that wait for some devices, oldest first. */
export async function findWaitingSwitches(
  db: Db,
  deviceIds: number[],
  now: number,
): Promise<Command[]> {
  return await db
    .selectFrom('pump_commands')
    .select(commandColumns)
    .where('device_id', 'in', deviceIds)
    .where('status', '=', pending)
    .where('expires_at', '>', now)
    .where('command', 'in', ['on', 'off'])
    .where('schedule', 'is', null)
    .orderBy('id')
    .execute();
}

/** Finds the newest downlink of each of some devices. */
export async function findDownlinks(db: Db, deviceIds: number[]): Promise<Downlink[]> {
  return await db
    .selectFrom('lorawan_downlinks')
    .selectAll()
    .where('device_id', 'in', deviceIds)
    .orderBy('id')
    .execute();
}

/**
 * Puts a downlink in place of all others of its device, unless one of them is on its way just now: of two on
 * their way at once the older might come last.
 * @returns whether it is there.
 */
export async function replaceDownlink(
  db: Db,
  downlink: Pick<Downlink, 'server_id' | 'device_id' | 'wanted'>,
  now: number,
): Promise<boolean> {
  const { device_id } = downlink;
  await db
    .deleteFrom('lorawan_downlinks')
    .where('device_id', '=', device_id)
    .where(({ or, eb }) => or([eb('lease_until', 'is', null), eb('due_at', 'is', null)]))
    .execute();
  const left = await db
    .selectFrom('lorawan_downlinks')
    .select('id')
    .where('device_id', '=', device_id)
    .executeTakeFirst();
  if (left) return false;
  const row = { ...downlink, created_at: now, due_at: now, lease_until: null };
  await db
    .insertInto('lorawan_downlinks')
    .values({ ...row, taken_at: null, last_error: null })
    .execute();
  return true;
}
