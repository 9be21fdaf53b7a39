import type { AccountTables } from './account-tables.ts';
import type { DeviceTables } from './device-tables.ts';
import type { IncidentTables } from './incident-tables.ts';
import type { LorawanTables } from './lorawan-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { SmsTables } from './sms-tables.ts';
import type { TankTables } from './tank-tables.ts';

/**
 * Every table as queries see it, the same on both engines: instants are epoch milliseconds, booleans 0 or
 * 1, levels percent of capacity, volumes litres.
 * Tables that grow with the devices carry `device_id` first in their key, so that they can be spread over
 * several servers by it.
 */
export type Tables = AccountTables &
  DeviceTables &
  TankTables &
  IncidentTables &
  LorawanTables &
  NotificationTables &
  SmsTables & { storage_probes: StorageProbesTable; database_home: DatabaseHomeTable };

/** Holds a row only while a probe runs. */
type StorageProbesTable = { filling: string };

/** One row, with the place of the database; see `db/put-back.ts`. */
type DatabaseHomeTable = { id: number; home: string };
