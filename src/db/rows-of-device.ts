import type { OrderedRows } from '../kit/async/delete-in-steps.ts';
import type { Database } from './database.ts';

/** Tables of rows that belong to a device and are numbered by `id`. */
export type ListTable = 'incidents' | 'pump_commands' | 'sensor_configs';

type Selection = {
  deviceId: number;
  sensorName?: string;
  /** The last id to delete; all of them by default. */
  last?: number;
};

export function rowsOfDevice(
  db: Database,
  table: ListTable,
  { deviceId, sensorName, last = Number.MAX_SAFE_INTEGER }: Selection,
): OrderedRows {
  return {
    last,
    /** Finds the id of the row that comes `count` rows after an id. */
    findAt: async ({ after, count }) => {
      let query = db.longRead
        .selectFrom(table)
        .select('id')
        .where('device_id', '=', deviceId)
        .where('id', '>', after)
        .where('id', '<=', last);
      if (sensorName !== undefined) query = query.where('sensor_name', '=', sensorName);
      const row = await query
        .orderBy('id')
        .limit(1)
        .offset(count - 1)
        .executeTakeFirst();
      return row?.id;
    },
    deleteUpTo: async ({ after, upTo }) => {
      let query = db.write
        .deleteFrom(table)
        .where('device_id', '=', deviceId)
        .where('id', '>', after)
        .where('id', '<=', upTo);
      if (sensorName !== undefined) query = query.where('sensor_name', '=', sensorName);
      const { numDeletedRows } = await query.executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
