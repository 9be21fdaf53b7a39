const batchTables = [
  'device_status',
  'sensors',
  'readings',
  'packed_readings',
  'hourly_rollups',
  'refills',
  'corrections',
  'sensor_configs',
  'pump_commands',
  'incidents',
  'removed_sensors',
] as const;

/** Names of these tables, which differ on a shard of Citus. */
export type BatchTables = Readonly<Record<(typeof batchTables)[number], string>>;

export function nameBatchTables(nameOf: (table: string) => string): BatchTables {
  const names = batchTables.map((table) => [table, nameOf(table)]);
  return Object.fromEntries(names) as BatchTables;
}

/** Names on one PostgreSQL. */
export const plainTables = nameBatchTables((table) => table);
