import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Litres that a sensor's pump brings in an hour, as its owner states. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'alter table sensor_configs add column pump_litres_per_hour integer;');
}
