import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { type TObject, Type } from 'typebox';
import type { Database } from '../../src/db/database.ts';
import type { Tables } from '../../src/db/tables/tables.ts';
import { hourMs } from '../../src/kit/time/units.ts';
import { incidentKinds } from '../../src/water/incidents/kinds.ts';
import { id, instant, line, longText, optional, range, word } from './row-types.ts';

const level = range(0, 100);
const levelCm = optional(range(0, 1_000_000));
const volume = optional(range(0, 1e12));
const temperature = optional(range(-273.15, 1000));
const pump = optional(word(0, 1));
const latitude = optional(range(-90, 90));
const longitude = optional(range(-180, 180));
const status = word(0, 1, 2);
const source = word(0, 1);

const phone = Type.String({ pattern: '^254[17]\\d{8}$' });

/** Invariants of every row of the water level service, for any requests. */
export const waterRows = {
  users: Type.Object({
    email: line(254),
    email_key: Type.String({ pattern: '^[^\\p{Lu}]+$' }),
    full_name: optional(line(200)),
    timezone: line(64),
    password_hash: Type.String({ pattern: '^\\$argon2id\\$' }),
    phone: optional(phone),
  }),
  devices: Type.Object({
    owner_id: id,
    mac_or_serial: line(64),
    identity: line(200),
    name: optional(line(100)),
    key_salt: line(12),
    key_required: word(0, 1),
    only_signed: word(0, 1),
    key_no: Type.Integer({ minimum: 0 }),
    former_salt: optional(line(12)),
    placed_latitude: latitude,
    placed_longitude: longitude,
  }),
  device_status: Type.Object({
    last_seen_at: optional(instant),
    latitude,
    longitude,
    located_at: optional(instant),
    signed: Type.String({ pattern: '^$|^\\d+ [1-9]\\d{0,14} [0-9a-f]{32} \\d+$' }),
  }),
  sensors: Type.Object({
    sensor_no: id,
    name: line(64),
    recorded_at: optional(instant),
    level: optional(level),
    level_cm: levelCm,
    volume,
    temperature,
    pump,
    latitude,
    longitude,
    status: optional(status),
    source: optional(source),
    auto_on_below: optional(level),
    auto_off_above: optional(level),
  }),
  sensor_configs: Type.Object({
    sensor_name: line(64),
    capacity: Type.Integer({ minimum: 100, maximum: 100_000 }),
    high_threshold: Type.Integer({ minimum: 50, maximum: 99 }),
    low_threshold: Type.Integer({ minimum: 1, maximum: 49 }),
    tank: optional(Type.String({ pattern: '^\\{"shape":"[a-z_]+",.*\\}$' })),
  }),
  readings: Type.Object({
    sensor_no: id,
    recorded_at: instant,
    level,
    level_cm: levelCm,
    volume,
    temperature,
    pump,
    latitude,
    longitude,
    status,
    source,
  }),
  hourly_rollups: Type.Object({
    hour: Type.Integer({ multipleOf: hourMs }),
    count: id,
    level_min: level,
    level_max: level,
    first_level: level,
    last_level: level,
    first_volume: volume,
    last_volume: volume,
    consumed_level: Type.Number({ minimum: 0 }),
    refilled_level: Type.Number({ minimum: 0 }),
    consumed_volume: Type.Number({ minimum: 0 }),
    refilled_volume: Type.Number({ minimum: 0 }),
  }),
  pump_commands: Type.Object({
    sensor_name: line(64),
    command: word('on', 'off', 'auto', 'schedule'),
    turn_on_below: optional(level),
    turn_off_above: optional(level),
    status: word('pending', 'executed', 'cancelled', 'expired'),
    source: word('user', 'auto', 'schedule'),
    delivered_at: optional(instant),
    acknowledged_at: optional(instant),
  }),
  incidents: Type.Object({
    sensor_name: optional(line(64)),
    kind: word(...incidentKinds),
    type: word('overflow', 'low', 'sensor', 'pump', 'offline', 'maintenance'),
    severity: word('critical', 'warning', 'info'),
    facts: longText(8000),
    source: word('user', 'auto'),
    raised_at: instant,
    resolved_at: optional(instant),
  }),
} satisfies Partial<Record<keyof Tables, TObject>>;

/** Fails where a stored row could not have come from a good request. */
export async function checkStoredRows(
  { read }: Database,
  rows: Partial<Record<keyof Tables, TObject>>,
): Promise<void> {
  const ajv = new Ajv({ strict: false });
  for (const [name, schema] of Object.entries(rows)) {
    const validate = ajv.compile(schema);
    const stored = await read
      .selectFrom(name as keyof Tables)
      .selectAll()
      .execute();
    assert.ok(stored.length > 0, `nothing in ${name}`);
    for (const row of stored) {
      const what = () => `${name} ${JSON.stringify(row)}: ${ajv.errorsText(validate.errors)}`;
      assert.ok(validate(row), what());
    }
  }
}

/** Fails where the hourly rollups do not say of the stored readings exactly what there is to say. */
export async function checkRollups({ read }: Database): Promise<void> {
  const rollups = await read.selectFrom('hourly_rollups').selectAll().execute();
  const readings = await read.selectFrom('readings').selectAll().orderBy('recorded_at').execute();
  const byHour = Map.groupBy(readings, ({ device_id, sensor_no, recorded_at }) =>
    [device_id, sensor_no, recorded_at - (recorded_at % hourMs)].join(),
  );
  assert.equal(rollups.length, byHour.size);
  for (const rollup of rollups) {
    const { device_id, sensor_no, hour, count, level_min, level_max, level_sum } = rollup;
    const { first_at, first_level, last_at, last_level } = rollup;
    const group = byHour.get([device_id, sensor_no, hour].join()) ?? [];
    const levels = group.map(({ level }) => level);
    const sum = levels.reduce((total, level) => total + level, 0);
    assert.deepEqual(
      { count, level_min, level_max, first_at, first_level, last_at, last_level },
      {
        count: group.length,
        level_min: Math.min(...levels),
        level_max: Math.max(...levels),
        first_at: group[0]?.recorded_at,
        first_level: levels[0],
        last_at: group.at(-1)?.recorded_at,
        last_level: levels.at(-1),
      },
    );
    assert.ok(Math.abs(level_sum - sum) < 1e-6, `${level_sum} is not ${sum}`);
  }
}
