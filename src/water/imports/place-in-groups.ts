import type { Db } from '../../db/db.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { findGroupsOwnedBy, insertDevices, insertGroup } from '../groups/queries.ts';
import { mostDevices, mostGroups } from '../groups/schemas.ts';
import { findDevicesOf } from '../sharing/targets.ts';

/** A person's groups by name while lines are taken; a name that is new makes a group. */
export type GroupRooms = {
  /** Keeps a place in a group for a device. @returns why there is none. */
  reserve: (name: string, deviceId: number | undefined) => Promise<FaultText | undefined>;
  /** Puts a device into a group, in which a place was kept. @returns true if it was not there yet. */
  put: (name: string, deviceId: number) => boolean;
  /** Stores what was put. */
  save: () => Promise<void>;
};

type Room = { id: number | undefined; name: string; present: Set<number>; kept: number };

/** Opens the groups of a person, whose account is locked. */
export async function openGroups(trx: Db, ownerId: number, now: number): Promise<GroupRooms> {
  const keyOf = (name: string) => name.trim().toLowerCase();
  const owned = await findGroupsOwnedBy(trx, ownerId);
  const ids = new Map(owned.map(({ id, name }) => [keyOf(name), id]));
  const rooms = new Map<string, Room>();
  const put = new Map<Room, number[]>();
  const open = async (name: string): Promise<Room | undefined> => {
    const key = keyOf(name);
    const known = rooms.get(key);
    if (known) return known;
    const id = ids.get(key);
    const fresh = [...rooms.values()].filter((room) => room.id === undefined).length;
    if (id === undefined && ids.size + fresh >= mostGroups) return undefined;
    const present = id === undefined ? [] : await findDevicesOf(trx, { groupId: id });
    const room = { id, name: name.trim(), present: new Set(present), kept: 0 };
    rooms.set(key, room);
    return room;
  };
  return {
    reserve: async (name, deviceId) => {
      const room = await open(name);
      if (!room) return fault('groupsRoom', { most: mostGroups });
      if (deviceId !== undefined && room.present.has(deviceId)) return undefined;
      if (room.present.size + room.kept >= mostDevices) {
        return fault('groupRoom', { most: mostDevices });
      }
      room.kept += 1;
      return undefined;
    },
    put: (name, deviceId) => {
      const room = rooms.get(keyOf(name));
      if (!room || room.present.has(deviceId)) return false;
      room.present.add(deviceId);
      room.kept -= 1;
      put.set(room, [...(put.get(room) ?? []), deviceId]);
      return true;
    },
    save: async () => {
      for (const [{ id, name }, deviceIds] of put) {
        const groupId =
          id ?? (await insertGroup(trx, { owner_id: ownerId, name, created_at: now }));
        await insertDevices(trx, groupId, deviceIds);
      }
    },
  };
}
