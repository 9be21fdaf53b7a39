import { type Kysely, sql } from 'kysely';

/**
 * On SQLite the status of a device moves into the row of its first sensor, which every push writes
 * anyway, as soon as it is written next; `device_states` has it from where it stands. What waits in a
 * sensor's row is no longer JSON but doubles, and says since when it waits.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') {
    await addColumns(db);
    await packWaiting(db);
  }
  await createView(db, engine);
}

const statusColumns = {
  last_seen_at: 'integer',
  latitude: 'real',
  longitude: 'real',
  located_at: 'integer',
  battery_percent: 'real',
  signal_dbm: 'real',
  health_at: 'integer',
};

async function addColumns(db: Kysely<unknown>): Promise<void> {
  const columns = Object.entries(statusColumns).map(([name, type]) => `device_${name} ${type}`);
  for (const column of ['waiting_since integer', 'carries_status integer', ...columns]) {
    await sql`alter table sensors add column ${sql.raw(column)}`.execute(db);
  }
}

type Row = { device_id: number; sensor_no: number; fresh: string | null; open_hour: string | null };

async function packWaiting(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`
    select device_id, sensor_no, fresh, open_hour from sensors
    where fresh is not null or open_hour is not null`.execute(db);
  for (const { device_id, sensor_no, fresh, open_hour } of rows) {
    const readings = fresh === null ? [] : (JSON.parse(`[${fresh}]`) as Values[]).flat();
    const hour = open_hour === null ? [] : (JSON.parse(open_hour) as Values);
    await sql`
      update sensors set fresh = ${pack(readings)}, open_hour = ${pack(hour)},
        waiting_since = ${readings[0] ?? hour[0]}
      where device_id = ${device_id} and sensor_no = ${sensor_no}`.execute(db);
  }
}

type Values = (number | null)[];

function pack(values: Values): Uint8Array | null {
  if (values.length === 0) return null;
  return Buffer.from(Float64Array.from(values, (value) => value ?? Number.NaN).buffer);
}

async function createView(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const names = Object.keys(statusColumns);
  if (engine === 'postgres') {
    await sql`create view device_states as
      select device_id, ${sql.raw(names.join(', '))} from device_status`.execute(db);
    return;
  }
  const standing = names.map(
    (name) => `case when n.carries_status then n.device_${name} else s.${name} end as ${name}`,
  );
  await sql`create view device_states as
    select s.device_id, ${sql.raw(standing.join(', '))}
    from device_status as s
    left join sensors as n on n.device_id = s.device_id and n.sensor_no = 1`.execute(db);
}
