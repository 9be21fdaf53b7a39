import type { Db } from '../../db/db.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { findGroupsOwnedBy, insertGroup } from '../groups/queries.ts';
import { mostDevices, mostGroups } from '../groups/schemas.ts';
import {
  countInGroups,
  findMemberships,
  findSharedGroups,
  insertMemberships,
} from './group-queries.ts';

/** A person's groups by name while lines are taken; a name that is new makes a group. */
export type GroupRooms = {
  /** Keeps a place in a group for a device that is new or known. @returns why there is none. */
  reserve: (name: string, deviceId: number | undefined) => FaultText | undefined;
  /** Puts a device into a group, in which a place was kept. @returns true if it was not there yet. */
  put: (name: string, deviceId: number) => boolean;
  /** Stores what was put. @returns devices that somebody else now sees, too. */
  save: () => Promise<number[]>;
};

type Room = { id: number | undefined; name: string; count: number; put: number[] };
type Named = { names: readonly string[]; deviceIds: readonly number[] };

const keyOf = (name: string) => name.trim().toLowerCase();

/**
 * Opens the groups of a person, whose account is locked.
 * @param named groups that lines name, and devices that are known.
 */
export async function openGroups(
  trx: Db,
  ownerId: number,
  { names, deviceIds }: Named,
  now: number,
): Promise<GroupRooms> {
  const rooms = new Map<string, Room>();
  const owned = names.length === 0 ? [] : await findGroupsOwnedBy(trx, ownerId);
  const keys = new Set(names.map(keyOf));
  const meant = owned.filter(({ name }) => keys.has(keyOf(name)));
  const counts = await countInGroups(
    trx,
    meant.map(({ id }) => id),
  );
  for (const { id, name } of meant) {
    rooms.set(keyOf(name), { id, name, count: counts.get(id) ?? 0, put: [] });
  }
  const members = await findMemberships(trx, names.length === 0 ? [] : deviceIds);
  const isIn = (room: Room, deviceId: number) =>
    members.has(`${room.id} ${deviceId}`) || room.put.includes(deviceId);
  let all = owned.length;
  return {
    reserve: (name, deviceId) => {
      const key = keyOf(name);
      let room = rooms.get(key);
      if (!room) {
        if (all >= mostGroups) return fault('groupsRoom', { most: mostGroups });
        all += 1;
        room = { id: undefined, name: name.trim(), count: 0, put: [] };
        rooms.set(key, room);
      }
      if (deviceId !== undefined && isIn(room, deviceId)) return undefined;
      if (room.count >= mostDevices) return fault('groupRoom', { most: mostDevices });
      room.count += 1;
      return undefined;
    },
    put: (name, deviceId) => {
      const room = rooms.get(keyOf(name));
      if (!room || isIn(room, deviceId)) return false;
      room.put.push(deviceId);
      return true;
    },
    save: async () => {
      const filled = [...rooms.values()].filter(({ put }) => put.length > 0);
      const rows: { group_id: number; device_id: number }[] = [];
      for (const { id, name, put } of filled) {
        const groupId =
          id ?? (await insertGroup(trx, { owner_id: ownerId, name, created_at: now }));
        rows.push(...put.map((device_id) => ({ group_id: groupId, device_id })));
      }
      await insertMemberships(trx, rows);
      const known = filled.flatMap(({ id }) => (id === undefined ? [] : [id]));
      const shared = await findSharedGroups(trx, known);
      return rows.flatMap(({ group_id, device_id }) => (shared.has(group_id) ? [device_id] : []));
    },
  };
}
