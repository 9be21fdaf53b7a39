/** The tables that batches of readings read and write. */
const batchTables = [
  'device_status',
  'sensors',
  'readings',
  'hourly_rollups',
  'refills',
  'sensor_configs',
  'pump_commands',
  'incidents',
  'removed_sensors',
] as const;

/** What these tables are called where some devices stand: a shard of Citus has names of its own. */
export type BatchTables = Readonly<Record<(typeof batchTables)[number], string>>;

/** @param nameOf what a table is called. */
export function nameBatchTables(nameOf: (table: string) => string): BatchTables {
  const names = batchTables.map((table) => [table, nameOf(table)]);
  return Object.fromEntries(names) as BatchTables;
}

/** As they are called on one PostgreSQL. */
export const plainTables = nameBatchTables((table) => table);
