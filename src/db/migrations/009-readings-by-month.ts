import { type Kysely, sql } from 'kysely';

/**
 * On PostgreSQL readings are divided by months of UTC, so that a month that is no longer kept is one
 * `drop table`. The server makes the months; what no month holds goes to `readings_default`. Rows
 * that are there already stay where they are: their table becomes the part before the first month,
 * which needs one look at each row and moves none.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`alter table readings rename to readings_before`.execute(db);
  await sql`alter table readings_before rename constraint readings_key to readings_before_key`.execute(
    db,
  );
  await sql`
    create table readings (
      like readings_before including defaults,
      constraint readings_key primary key (device_id, sensor_no, recorded_at)
    ) partition by range (recorded_at)`.execute(db);
  await sql`create table readings_default partition of readings default`.execute(db);
  const { rows } = await sql<{ end: number | null }>`
    select (1000 * extract(epoch from
      date_trunc('month', to_timestamp(max(recorded_at) / 1000.0) at time zone 'UTC')
        + interval '1 month'))::bigint as "end"
    from readings_before`.execute(db);
  const end = rows[0]?.end ?? null;
  if (end === null) {
    await sql`drop table readings_before`.execute(db);
    return;
  }
  await sql`
    alter table readings attach partition readings_before
    for values from (minvalue) to (${sql.lit(end)})`.execute(db);
}
