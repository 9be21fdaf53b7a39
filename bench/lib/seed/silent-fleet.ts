import type { Database } from '../../../src/db/database.ts';
import { chunksOf } from '../../../src/kit/chunks.ts';
import { rankOf } from '../../../src/water/access.ts';

const rowsAtOnce = 500;
const ownerRank = rankOf('owner');

/** Adds devices with the ids from 1 on, of accounts of `each` devices. */
export async function addSilentFleet(db: Database, count: number, each: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  const deviceOf = (id: number) => ({
    owner_id: Math.ceil(id / each),
    mac_or_serial: `BENCH-${id}`,
    identity: `BENCH-${id}`,
    name: null,
    key_salt: 'salt',
    key_required: 0 as const,
    created_at: 0,
  });
  for (const some of chunksOf(ids, rowsAtOnce)) {
    const devices = some.map(deviceOf);
    await db.write.insertInto('devices').values(devices).execute();
    const roles = devices.map(({ owner_id }, at) => ({
      user_id: owner_id,
      device_id: some[at] ?? 0,
      role: ownerRank,
    }));
    await db.write.insertInto('device_roles').values(roles).execute();
    await db.write
      .insertInto('device_status')
      .values(some.map((device_id) => ({ device_id, last_seen_at: 0, seen_about: 0 })))
      .execute();
  }
}
