import { type Kysely, sql } from 'kysely';

/**
 * Sensors that were removed and whose data is still to be deleted. While a sensor stands here its
 * number is not given again; what came later under its name has higher ids.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  const table = db.schema
    .createTable('removed_sensors')
    .addColumn('device_id', 'bigint', (column) => column.notNull())
    .addColumn('sensor_no', 'integer', (column) => column.notNull())
    .addColumn('sensor_name', 'text', (column) => column.notNull())
    .addColumn('last_alert_id', 'bigint', (column) => column.notNull())
    .addColumn('last_command_id', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('removed_sensors_key', ['device_id', 'sensor_no']);
  await (engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table).execute();
}
