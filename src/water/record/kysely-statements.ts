import type { Transaction } from 'kysely';
import type { Tables } from '../../db/tables.ts';
import type {
  AsyncBatchStatements,
  HourKey,
  RowKey,
  SensorKey,
  SensorState,
  SwitchRow,
} from './batch-statements.ts';
import { hourMs, type ReadingRow, type Rollup } from './rollup.ts';

type Trx = Transaction<Tables>;

const rowKey = ['device_id as deviceId', 'id'] as const;

/** The statements of a batch as sets of rows, for an engine at the other end of a connection. */
export function createBatchStatements(trx: Trx): AsyncBatchStatements {
  return {
    holdDevices: (ids) => holdDevices(trx, ids),
    findSensors: (keys) => findSensors(trx, keys),
    addSensors: (keys) => addSensors(trx, keys),
    insertReadings: (rows) => insertReadings(trx, rows),
    findReadings: (rows) => findReadings(trx, rows),
    findRollups: (keys) => findRollups(trx, keys),
    findRollupBefore: (key) =>
      rollupsOf(trx, key)
        .where('hour', '<', key.hour)
        .orderBy('hour', 'desc')
        .limit(1)
        .executeTakeFirst(),
    findRollupsFrom: (key, limit) =>
      rollupsOf(trx, key).where('hour', '>=', key.hour).orderBy('hour').limit(limit).execute(),
    findReadingsOfHour: ({ device_id, sensor_no, hour }) =>
      trx
        .selectFrom('readings')
        .selectAll()
        .where('device_id', '=', device_id)
        .where('sensor_no', '=', sensor_no)
        .where('recorded_at', '>=', hour)
        .where('recorded_at', '<', hour + hourMs)
        .orderBy('recorded_at')
        .execute(),
    saveSensors: (rows) => each(rows, (row) => saveSensor(trx, row)),
    saveRollups: (rows) => saveRollups(trx, rows),
    saveDeviceStatus: async (rows) => {
      await trx
        .insertInto('device_status')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('device_id').doUpdateSet((eb) => ({
            last_seen_at: eb.ref('excluded.last_seen_at'),
            latitude: eb.ref('excluded.latitude'),
            longitude: eb.ref('excluded.longitude'),
            located_at: eb.ref('excluded.located_at'),
            battery_percent: eb.ref('excluded.battery_percent'),
            signal_dbm: eb.ref('excluded.signal_dbm'),
            health_at: eb.ref('excluded.health_at'),
          })),
        )
        .execute();
    },
    findLastSwitches: (keys) => inOrder(keys, (key) => findLastSwitch(trx, key)),
    cancelCommands: (keys) => each(keys, (key) => cancelCommand(trx, key)),
    insertCommands: (rows) =>
      trx.insertInto('pump_commands').values(rows).returning(rowKey).execute(),
    insertAlerts: (rows) => trx.insertInto('alerts').values(rows).returning(rowKey).execute(),
    countPendingCommands: (ids, now) => countPendingCommands(trx, ids, now),
  };
}

/** A later batch of the same device waits here until this one is durable. */
async function holdDevices(trx: Trx, ids: number[]) {
  const rows = await trx
    .selectFrom('device_status')
    .selectAll()
    .where('device_id', 'in', ids)
    .orderBy('device_id')
    .forUpdate()
    .execute();
  const byId = new Map(rows.map((row) => [row.device_id, row]));
  return ids.map((id) => byId.get(id));
}

async function findSensors(trx: Trx, keys: SensorKey[]): Promise<(SensorState | undefined)[]> {
  if (keys.length === 0) return [];
  const rows = await trx
    .selectFrom('sensors as s')
    .leftJoin('sensor_configs as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').onRef('c.sensor_name', '=', 's.name'),
    )
    .selectAll('s')
    .select(['c.capacity', 'c.high_threshold', 'c.low_threshold'])
    .where((eb) =>
      eb(
        eb.refTuple('s.device_id', 's.name'),
        'in',
        keys.map(({ deviceId, name }) => eb.tuple(deviceId, name)),
      ),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [`${row.device_id}/${row.name}`, row]));
  return keys.map(({ deviceId, name }) => byKey.get(`${deviceId}/${name}`));
}

async function addSensors(trx: Trx, keys: SensorKey[]): Promise<SensorState[]> {
  for (const { deviceId, name } of keys) {
    await trx
      .insertInto('sensors')
      .columns(['device_id', 'sensor_no', 'name', 'alert_state'])
      .expression((eb) =>
        eb
          .selectFrom('sensors')
          .select(({ val, fn, cast }) => [
            cast<number>(val(deviceId), 'bigint').as('device_id'),
            eb(fn.coalesce(fn.max('sensor_no'), val(0)), '+', 1).as('sensor_no'),
            cast<string>(val(name), 'text').as('name'),
            cast<string>(val(''), 'text').as('alert_state'),
          ])
          .where('device_id', '=', deviceId),
      )
      .execute();
  }
  const added = await findSensors(trx, keys);
  return added.filter((sensor) => sensor !== undefined);
}

async function insertReadings(trx: Trx, rows: ReadingRow[]): Promise<boolean[]> {
  const stored = await trx
    .insertInto('readings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['device_id', 'sensor_no', 'recorded_at'])
    .execute();
  const fresh = new Set(stored.map(readingKey));
  // The first of two equal rows is the one that was stored.
  return rows.map((row) => fresh.delete(readingKey(row)));
}

type ReadingKey = Pick<ReadingRow, 'device_id' | 'sensor_no' | 'recorded_at'>;

function readingKey({ device_id, sensor_no, recorded_at }: ReadingKey): string {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}

async function findReadings(trx: Trx, keys: ReadingKey[]): Promise<(ReadingRow | undefined)[]> {
  const rows = await trx
    .selectFrom('readings')
    .selectAll()
    .where((eb) =>
      eb(
        eb.refTuple('device_id', 'sensor_no', 'recorded_at'),
        'in',
        keys.map((key) => eb.tuple(key.device_id, key.sensor_no, key.recorded_at)),
      ),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [readingKey(row), row]));
  return keys.map((key) => byKey.get(readingKey(key)));
}

async function findRollups(trx: Trx, keys: HourKey[]): Promise<(Rollup | undefined)[]> {
  const rows = await trx
    .selectFrom('hourly_rollups')
    .selectAll()
    .where((eb) =>
      eb(
        eb.refTuple('device_id', 'sensor_no', 'hour'),
        'in',
        keys.map((key) => eb.tuple(key.device_id, key.sensor_no, key.hour)),
      ),
    )
    .execute();
  const byKey = new Map(rows.map((row) => [hourKey(row), row]));
  return keys.map((key) => byKey.get(hourKey(key)));
}

function hourKey({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}

function rollupsOf(trx: Trx, { device_id, sensor_no }: HourKey) {
  return trx
    .selectFrom('hourly_rollups')
    .selectAll()
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no);
}

async function saveSensor(trx: Trx, sensor: SensorState): Promise<void> {
  const { device_id, sensor_no, name, capacity, high_threshold, low_threshold, ...latest } = sensor;
  await trx
    .updateTable('sensors')
    .set(latest)
    .where('device_id', '=', device_id)
    .where('sensor_no', '=', sensor_no)
    .execute();
}

async function saveRollups(trx: Trx, rows: Rollup[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { device_id, sensor_no, hour, ...rest } = first;
  const changing = Object.keys(rest) as (keyof typeof rest)[];
  await trx
    .insertInto('hourly_rollups')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'sensor_no', 'hour'])
        .doUpdateSet((eb) =>
          Object.fromEntries(changing.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}

function findLastSwitch(trx: Trx, { deviceId, name }: SensorKey): Promise<SwitchRow | undefined> {
  return trx
    .selectFrom('pump_commands')
    .select(['id', 'status', 'expires_at'])
    .select((eb) => eb.ref('command').$castTo<'on' | 'off'>().as('command'))
    .where('device_id', '=', deviceId)
    .where('sensor_name', '=', name)
    .where('command', 'in', ['on', 'off'])
    .where('status', 'in', ['pending', 'executed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function cancelCommand(trx: Trx, { deviceId, id }: RowKey): Promise<void> {
  await trx
    .updateTable('pump_commands')
    .set({ status: 'cancelled' })
    .where('device_id', '=', deviceId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

async function countPendingCommands(trx: Trx, ids: number[], now: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('pump_commands')
    .select((eb) => ['device_id', eb.fn.countAll<number>().as('count')])
    .where('device_id', 'in', ids)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .groupBy('device_id')
    .execute();
  const counts = new Map(rows.map(({ device_id, count }) => [device_id, count]));
  return ids.map((id) => counts.get(id) ?? 0);
}

async function each<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item);
}

async function inOrder<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
