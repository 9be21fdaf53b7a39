import type { Database } from '../../../src/db/database.ts';
import { chunksOf } from '../../../src/kit/chunks.ts';
import { planTank, type TankPlan } from '../../../src/simulator/tank-plan.ts';
import { rankOf } from '../../../src/water/access.ts';
import { fullLitres } from '../../../src/water/tank-shapes/litres-at-height.ts';

const rowsAtOnce = 500;
const ownerRank = rankOf('owner');

type NewDevice = { mac: string; name: string | null; owner: number };

/** Adds devices with their owners' roles, last seen at an instant; their ids by MAC. */
async function addDevices(
  db: Database,
  devices: readonly NewDevice[],
  { createdAt, seenAt }: { createdAt: number; seenAt: number | null },
): Promise<Map<string, number>> {
  const rows = devices.map(({ mac, name, owner }) => ({
    owner_id: owner,
    mac_or_serial: mac,
    identity: mac,
    name,
    key_salt: 'salt',
    key_required: 0 as const,
    created_at: createdAt,
  }));
  await db.write.insertInto('devices').values(rows).execute();
  const macs = devices.map(({ mac }) => mac);
  const added = await db.read
    .selectFrom('devices')
    .select(['id', 'mac_or_serial', 'owner_id'])
    .where('mac_or_serial', 'in', macs)
    .execute();
  const roles = added.map(({ id, owner_id }) => ({
    user_id: owner_id,
    device_id: id,
    role: ownerRank,
  }));
  await db.write.insertInto('device_roles').values(roles).execute();
  const seen = { last_seen_at: seenAt, silent_about: seenAt };
  await db.write
    .insertInto('device_status')
    .values(added.map(({ id }) => ({ device_id: id, ...seen })))
    .execute();
  return new Map(added.map(({ id, mac_or_serial }) => [mac_or_serial, id]));
}

/** Adds devices with the ids from 1 on, of accounts of `each` devices. */
export async function addSilentFleet(db: Database, count: number, each: number): Promise<void> {
  const devices = Array.from({ length: count }, (_, index) => ({
    mac: `BENCH-${index + 1}`,
    name: null,
    owner: Math.ceil((index + 1) / each),
  }));
  for (const some of chunksOf(devices, rowsAtOnce)) {
    await addDevices(db, some, { createdAt: 0, seenAt: 0 });
  }
}

/**
 * Adds the devices that `kisima simulate --outages off` would register, to the owners of those that it
 * has registered: the devices from number `accounts` on belong to the same owners in turn.
 */
export async function addVirtualFleet(
  db: Database,
  { devices, accounts, now }: { devices: number; accounts: number; now: number },
): Promise<void> {
  const first = await db.read.selectFrom('devices').select(['mac_or_serial', 'owner_id']).execute();
  const ownerOf = new Map(first.map(({ mac_or_serial, owner_id }) => [mac_or_serial, owner_id]));
  const owners = Array.from({ length: accounts }, (_, at) => ownerOf.get(planOf(at).mac) ?? 0);
  const numbers = Array.from({ length: devices - accounts }, (_, at) => accounts + at);
  for (const some of chunksOf(numbers, rowsAtOnce)) {
    const plans = some.map(planOf);
    const added = plans.map(({ mac, deviceName: name }, at) => ({
      mac,
      name,
      owner: owners[(some[at] ?? 0) % accounts] ?? 0,
    }));
    const ids = await addDevices(db, added, { createdAt: now, seenAt: null });
    const configs = plans.map((plan) => configOf(ids.get(plan.mac) ?? 0, plan, now));
    await db.write.insertInto('sensor_configs').values(configs).execute();
  }
}

function configOf(deviceId: number, { sensorName, shape, thresholds }: TankPlan, now: number) {
  return {
    device_id: deviceId,
    sensor_name: sensorName,
    capacity: Math.round(fullLitres(shape)),
    high_threshold: thresholds.high,
    low_threshold: thresholds.low,
    tank: null,
    supply: null,
    pump_max_minutes: null,
    pump_rest_minutes: null,
    fills_from: null,
    created_at: now,
    updated_at: now,
  };
}

function planOf(number: number): TankPlan {
  return planTank({ seed: 1, kind: 'mixed', sensor: 'good', outages: false }, number);
}
