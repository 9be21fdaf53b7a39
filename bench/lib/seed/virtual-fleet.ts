import type { Database } from '../../../src/db/database.ts';
import { chunksOf } from '../../../src/kit/chunks.ts';
import { planTank, type TankPlan } from '../../../src/simulator/tank-plan.ts';
import { rankOf } from '../../../src/water/access.ts';
import { fullLitres } from '../../../src/water/tank-shapes/litres-at-height.ts';

const rowsAtOnce = 500;
const ownerRank = rankOf('owner');

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
    await addSome(
      db,
      some.map((number) => ({ plan: planOf(number), owner: owners[number % accounts] ?? 0 })),
      now,
    );
  }
}

async function addSome(
  db: Database,
  some: readonly { plan: TankPlan; owner: number }[],
  now: number,
): Promise<void> {
  await db.write
    .insertInto('devices')
    .values(
      some.map(({ plan, owner }) => ({
        owner_id: owner,
        mac_or_serial: plan.mac,
        identity: plan.mac,
        name: plan.deviceName,
        key_salt: 'salt',
        key_required: 0 as const,
        created_at: now,
      })),
    )
    .execute();
  const plans = new Map(some.map((one) => [one.plan.mac, one]));
  const added = await db.read
    .selectFrom('devices')
    .select(['id', 'mac_or_serial', 'owner_id'])
    .where('mac_or_serial', 'in', [...plans.keys()])
    .execute();
  await db.write
    .insertInto('device_roles')
    .values(
      added.map(({ id, owner_id }) => ({ user_id: owner_id, device_id: id, role: ownerRank })),
    )
    .execute();
  await db.write
    .insertInto('device_status')
    .values(added.map(({ id }) => ({ device_id: id, last_seen_at: null, seen_about: null })))
    .execute();
  const configs = added.flatMap(({ id, mac_or_serial }) => {
    const plan = plans.get(mac_or_serial)?.plan;
    return plan === undefined ? [] : [configOf(id, plan, now)];
  });
  await db.write.insertInto('sensor_configs').values(configs).execute();
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
