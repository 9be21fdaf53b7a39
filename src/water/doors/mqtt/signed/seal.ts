import type { Db } from '../../../../db/db.ts';
import type { KnownDevices } from '../../../direct/known-devices.ts';
import { unpackSigned } from '../../../signed-counter.ts';
import type { Seal } from '../message.ts';
import { sealPayload } from './payload.ts';

type SealDeps = { db: { readWhole: Db }; devices: Pick<KnownDevices, 'recognise' | 'keyOf'> };

/**
 * Creates the function that seals the commands of a device that signs. Each is bound to the last message that was taken
 * from it, by any process and door, and is valid only until the device sends another.
 */
export function createSeal({ db, devices }: SealDeps) {
  return ({ id, identity }: { id: number; identity: string }): Seal =>
    async () => {
      const row = await db.readWhole
        .selectFrom('device_status')
        .select('signed')
        .where('device_id', '=', id)
        .executeTakeFirst();
      const last = unpackSigned(row?.signed ?? '');
      if (!last) return undefined;
      const device = await devices.recognise(identity, undefined);
      const apiKey = devices.keyOf(device, last.keyNo);
      if (apiKey === undefined) return undefined;
      return (topic, payload) => sealPayload(topic, payload, { apiKey, tag: last.tag });
    };
}
