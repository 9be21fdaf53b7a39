import type { Db } from '../../db/db.ts';

/**
 * Notes whose queue a network server was told to fill, where an earlier version has told it and kept no board: to be
 * called before new hardware takes the device over, as long as the old board and its address are known.
 */
export async function noteFormerBoard(trx: Db, deviceId: number): Promise<void> {
  const found = await trx
    .selectFrom('lorawan_pumps as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .leftJoin('lorawan_devices as l', (join) =>
      join.onRef('l.device_id', '=', 'p.device_id').onRef('l.user_id', '=', 'p.user_id'),
    )
    .select(['p.queued', 'd.mac_or_serial', 'l.message'])
    .where('p.device_id', '=', deviceId)
    .where('p.queued', '<>', '')
    .executeTakeFirst();
  if (!found) return;
  const queued = JSON.parse(found.queued) as { board?: object };
  if (queued.board) return;
  const devEui = found.mac_or_serial.trim().replaceAll(/[:-]/g, '').toUpperCase();
  if (!/^[0-9A-F]{16}$/.test(devEui)) return;
  const { address } = JSON.parse(found.message ?? '{}') as { address?: string };
  const board = { devEui, ...(address !== undefined && { address }) };
  await trx
    .updateTable('lorawan_pumps')
    .set({ queued: JSON.stringify({ ...queued, board }) })
    .where('device_id', '=', deviceId)
    .execute();
}
