import type { Db } from '../../../db/db.ts';
import { nextCheckAt } from '../../pumps/pump-automation.ts';
import { toSituation } from '../../pumps/pump-situation.ts';
import { type PumpState, packPump, unpackPump } from '../../pumps/pump-state.ts';
import { toSourceTank, unpackSource } from '../../pumps/source-tank.ts';
import { nextSensorNo } from '../sensor-queries.ts';

export type PumpKey = { deviceId: number; sensorName: string };

/** The pump of a sensor with its configuration; undefined where the sensor was never heard of. */
export async function findPump(db: Db, { deviceId, sensorName }: PumpKey) {
  return await db
    .selectFrom('sensors as s')
    .leftJoin('sensor_configs as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').onRef('c.sensor_name', '=', 's.name'),
    )
    .select(['s.sensor_no', 's.filtered_level', 's.level', 's.quality'])
    .select(['s.recorded_at', 's.pump'])
    .select(['s.pump_state', 's.pump_check_at', 's.auto_on_below', 's.auto_off_above'])
    .select(['c.high_threshold', 'c.low_threshold', 'c.pump_max_minutes', 'c.pump_rest_minutes'])
    .select(['c.fills_from', 'c.tank'])
    .where('s.device_id', '=', deviceId)
    .where('s.name', '=', sensorName)
    .executeTakeFirst();
}

export type Pump = NonNullable<Awaited<ReturnType<typeof findPump>>>;

/** The last `on` or `off` of a sensor that was not cancelled and did not expire. */
export async function findLastSwitch(db: Db, { deviceId, sensorName }: PumpKey) {
  return await db
    .selectFrom('pump_commands')
    .select(['command', 'turn_off_above', 'status', 'source', 'created_at', 'expires_at'])
    .select('delivered_at')
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', sensorName)
    .where('command', 'in', ['on', 'off'])
    .where('status', 'in', ['pending', 'executed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The tank that a pump takes its water from; undefined where none is configured.
 * @param usualMs usual interval of its device in milliseconds, where it is known and asked for
 */
export async function findSourceTank(
  db: Db,
  { fills_from }: Pick<Pump, 'fills_from'>,
  now: number,
  usualMs?: number,
) {
  if (fills_from === null) return undefined;
  return toSourceTank(await findPump(db, unpackSource(fills_from)), now, usualMs);
}

/**
 * Changes what is known of a sensor's pump, and when it is to be looked at. The caller's transaction holds
 * the device.
 * @returns the pump as it was, with what is known of it now; undefined where the sensor was never heard of.
 */
export async function changePump(
  db: Db,
  key: PumpKey,
  now: number,
  change: (state: PumpState, pump: Pump) => PumpState,
): Promise<{ pump: Pump; state: PumpState } | undefined> {
  const pump = await findPump(db, key);
  if (!pump) return undefined;
  const known = unpackPump(pump.pump_state);
  const state = change(known, pump);
  if (state === known) return { pump, state };
  const changed = { ...pump, pump_state: packPump(state) };
  const last = await findLastSwitch(db, key);
  const source = await findSourceTank(db, pump, now);
  await savePump(db, key, {
    pump_state: changed.pump_state,
    pump_check_at: nextCheckAt(toSituation(changed, { last, source }, now)),
  });
  return { pump, state };
}

export async function savePump(
  db: Db,
  { deviceId, sensorName }: PumpKey,
  changes: Partial<Pick<Pump, 'pump_state' | 'pump_check_at'>>,
): Promise<void> {
  await db
    .updateTable('sensors')
    .set(changes)
    .where('device_id', '=', deviceId)
    .where('name', '=', sensorName)
    .execute();
}

/**
 * Makes a row for a sensor that was never heard of, so that its pump can be watched. The caller's
 * transaction holds the device, so that the recorder cannot number a sensor in between.
 */
export async function addPumpOf(db: Db, { deviceId, sensorName }: PumpKey): Promise<void> {
  if (await findPump(db, { deviceId, sensorName })) return;
  const sensor_no = await nextSensorNo(db, deviceId);
  await db
    .insertInto('sensors')
    .values({ device_id: deviceId, sensor_no, name: sensorName, watch: '' })
    .execute();
}

/** A pump that was to be looked at by an instant. */
export type DuePump = PumpKey & { sensorNo: number; checkAt: number };

/** Pumps whose time has come to be looked at, the longest overdue first, from behind one of them. */
export async function findDuePumps(
  db: Db,
  now: number,
  { after, limit }: { after: DuePump | undefined; limit: number },
): Promise<DuePump[]> {
  const { checkAt = 0, deviceId = 0, sensorNo = 0 } = after ?? {};
  return await db
    .selectFrom('sensors')
    .select(['device_id as deviceId', 'sensor_no as sensorNo', 'name as sensorName'])
    .select(({ ref }) => ref('pump_check_at').$notNull().as('checkAt'))
    .where('pump_check_at', '<=', now)
    .where('pump_check_at', '>=', checkAt)
    .where(({ eb, and, or }) =>
      or([
        eb('pump_check_at', '>', checkAt),
        eb('device_id', '>', deviceId),
        and([eb('device_id', '=', deviceId), eb('sensor_no', '>', sensorNo)]),
      ]),
    )
    .orderBy('pump_check_at')
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}
