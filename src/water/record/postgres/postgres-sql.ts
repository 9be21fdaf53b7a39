import type { Partition, PreparedStatement, Shard } from '../../../db/pipeline.ts';
import { plainTables } from '../../../db/postgres/batch-tables.ts';
import { setUnrouted } from '../../incidents/unrouted.ts';
import { configColumns } from '../row-columns.ts';
import { knownSensors, lastSensorNo } from '../sensor-sql.ts';
import {
  beliefRows,
  deviceVersions,
  hourKeys,
  incidentUpdateRows,
  latestRows,
  numberedRows,
  readingKeys,
  readingRows,
  readingSpans,
  refillRows,
  rollupRows,
  sensorRows,
  statusRows,
  unnumberedRows,
} from './postgres-rows.ts';
import { preparePumps } from './pump-sql.ts';
import { prepareStretches } from './stretch-sql.ts';

/**
 * The statements of a batch as PostgreSQL prepares them: each over any number of rows, whose columns
 * are arrays. All of them find their rows by device, by which the tables may be spread over servers.
 */
export type Statements = ReturnType<typeof prepareAll>;

/** Of any rows whose first columns are device and sensor. */
const isSensor = `s.device_id = ${readingKeys.at('device_id')} and s.sensor_no = ${readingKeys.at('sensor_no')}`;

/** Nobody has written the status row of the device since: PostgreSQL notes in `xmin` who did. */
const isRemembered = `s.device_id = first and s.xmin = ${deviceVersions.at('version')}`;

/** Fails where not all of the rows were found. PostgreSQL has no other expression that fails. */
const unlessOutdated = '1 / (count(*) = cardinality($1::bigint[]))::integer as "all"';

/** What it fails with: a division by zero. */
export const outdated = '22012';

/** The rows of a statement: the device and the place of each. */
const rows = 'unnest($1::bigint[]) with ordinality as v (first, i)';

/** @param shard where Citus has the tables: the one that is written to. */
function prepareAll(shard: Shard | undefined) {
  const tables = shard?.tables ?? plainTables;
  // A connection to a server of Citus has the statements of several shards.
  const prepared = (name: string, text: string): PreparedStatement => ({
    name: shard ? `${name}_${shard.id}` : name,
    text,
  });
  const { pump_commands, incidents } = shard ? numberedRows : unnumberedRows;
  const asNumbered = shard ? 'overriding system value' : '';
  const sensorsOfRows = `${rows}
    join ${tables.sensors} as s on s.device_id = first and s.name = ${sensorRows.at('name')}`;
  const updateRollups = `update ${tables.hourly_rollups} as s
    set ${rollupRows.assigned('device_id', 'sensor_no', 'hour')}
    from ${rows} where ${isSensor} and s.hour = ${rollupRows.at('hour')}`;
  const change = incidentUpdateRows.at;
  return {
    ...prepareStretches(prepared, tables, { rows, isSensor }),
    ...preparePumps(prepared, tables, rows),
    /** The rows that are inserted into these tables, with their ids where these are given. */
    rowsOf: { pump_commands, incidents },
    /** In one order everywhere, so that two batches can never wait for each other. */
    holdDevices: prepared(
      'hold_devices',
      `select *, xmin as version from ${tables.device_status} where device_id = any($1::bigint[])
       order by device_id for update`,
    ),
    /** Holds devices that are remembered, or fails with `outdated` where one was written since. */
    holdRemembered: prepared(
      'hold_remembered',
      `select ${unlessOutdated} from (
         select from ${rows} join ${tables.device_status} as s on ${isRemembered} order by first for update of s
       ) as held`,
    ),
    findSensors: prepared(
      'find_sensors',
      `select s.*, ${configColumns.map((column) => `c.${column}`).join(', ')} from ${sensorsOfRows}
       left join ${tables.sensor_configs} as c on c.device_id = s.device_id and c.sensor_name = s.name`,
    ),
    /** The newest rollup of each sensor: of the hour of its latest reading, which is never moved. */
    findNewestRollups: prepared(
      'find_newest_rollups',
      `select r.* from ${sensorsOfRows}
       join ${tables.hourly_rollups} as r on r.device_id = s.device_id and r.sensor_no = s.sensor_no
         and r.hour = s.recorded_at - s.recorded_at % 3600000 and r.shelf = 0`,
    ),
    countPendingCommands: prepared(
      'count_pending_commands',
      `select device_id, count(*) as count from ${tables.pump_commands}
       where device_id = any($1::bigint[]) and status = 'pending' and expires_at > $2::bigint
         and schedule is null
       group by device_id`,
    ),
    countSensors: prepared(
      'count_sensors',
      `select i as place, ${knownSensors('first', tables)} as known, (
         select count(*) from ${tables.sensor_configs} as c
         where c.device_id = first and c.sensor_name = ${sensorRows.at('name')}
       ) as configured
       from ${rows}`,
    ),
    addSensors: prepared(
      'add_sensors',
      `insert into ${tables.sensors} (device_id, sensor_no, name, watch)
       select first, row_number() over (partition by first order by i) + ${lastSensorNo('first', tables)},
         ${sensorRows.at('name')}, ''
       from ${rows}`,
    ),
    insertReadings: prepared(
      'insert_readings',
      `insert into ${tables.readings} (${readingRows.names}) select ${readingRows.elements} from ${rows}`,
    ),
    findReadings: prepared(
      'find_readings',
      `select s.* from ${rows}
       join ${tables.readings} as s on ${isSensor} and s.recorded_at = ${readingKeys.at('recorded_at')}`,
    ),
    findRollups: prepared(
      'find_rollups',
      `select s.* from ${rows} join ${tables.hourly_rollups} as s on ${isSensor} and s.hour = ${hourKeys.at('hour')}`,
    ),
    findRollupBefore: prepared(
      'find_rollup_before',
      `select * from ${tables.hourly_rollups} where device_id = $1::bigint and sensor_no = $2::integer
         and hour < $3::bigint order by hour desc limit 1`,
    ),
    findRollupsFrom: prepared(
      'find_rollups_from',
      `select * from ${tables.hourly_rollups} where device_id = $1::bigint and sensor_no = $2::integer
         and hour >= $3::bigint order by hour limit $4::bigint`,
    ),
    saveBeliefs: prepared(
      'save_beliefs',
      `update ${tables.readings} as s set ${beliefRows.assigned('device_id', 'sensor_no', 'recorded_at')}
       from ${rows} where ${isSensor} and s.recorded_at = ${beliefRows.at('recorded_at')}`,
    ),
    deleteRefills: prepared(
      'delete_refills',
      `delete from ${tables.refills} as s using ${rows} where ${isSensor} and s.hour = ${hourKeys.at('hour')}`,
    ),
    insertRefills: prepared(
      'insert_refills',
      `insert into ${tables.refills} (${refillRows.names}) select ${refillRows.elements} from ${rows}`,
    ),
    findReadingsBetween: prepared(
      'find_readings_between',
      `select * from ${tables.readings} where device_id = $1::bigint and sensor_no = $2::integer
         and recorded_at >= $3::bigint and recorded_at < $4::bigint order by recorded_at`,
    ),
    findReadingsIn: prepared(
      'find_readings_in',
      `select s.* from ${rows}
       join ${tables.readings} as s on ${isSensor} and s.recorded_at >= ${readingSpans.at('begun_at')}
         and s.recorded_at < ${readingSpans.at('ended_at')}
       order by s.recorded_at limit $5::bigint`,
    ),
    findCorrections: prepared(
      'find_corrections',
      `select begun_at, ended_at from ${tables.corrections} where device_id = $1::bigint
         and sensor_no = $2::integer and ended_at >= $3::bigint
         and taken_back_at is null order by begun_at`,
    ),
    saveSensors: prepared(
      'save_sensors',
      `update ${tables.sensors} as s set ${latestRows.assigned('device_id', 'sensor_no')}
       from ${rows} where ${isSensor}`,
    ),
    /** Onto the shelf of the present; one that lies on another shelf is to be updated there. */
    insertRollups: prepared(
      'insert_rollups',
      `insert into ${tables.hourly_rollups} (${rollupRows.names})
       select ${rollupRows.elements} from ${rows}
       on conflict (device_id, sensor_no, hour, shelf) do update set
       ${rollupRows.excluded('device_id', 'sensor_no', 'hour')}`,
    ),
    updateRollups: prepared('update_rollups', updateRollups),
    /** Of the newest hour of a sensor and later, with no look at the other shelves. */
    updateNewestRollups: prepared('update_newest_rollups', `${updateRollups} and s.shelf = 0`),
    /** Saves all devices of the batch and gives the version that they have by it, or fails as `holdRemembered`. */
    saveDeviceStatus: prepared(
      'save_devices',
      `with held as (
         update ${tables.device_status} as s set ${statusRows.assigned('device_id', 'version')}
         from ${rows} where ${isRemembered} returning 1
       ) select pg_current_xact_id()::xid as version, ${unlessOutdated} from held`,
    ),
    insertCommands: prepared(
      'insert_commands',
      `insert into ${tables.pump_commands} (${pump_commands.names}) ${asNumbered}
       select ${pump_commands.elements} from ${rows}
       returning device_id as "deviceId", id`,
    ),
    insertIncidents: prepared(
      'insert_incidents',
      `insert into ${tables.incidents} (${incidents.names}) ${asNumbered}
       select ${incidents.elements} from ${rows}
       returning device_id as "deviceId", id`,
    ),
    updateIncidents: prepared(
      'update_incidents',
      `update ${tables.incidents} as s set severity = ${change('severity')},
         facts = coalesce(${change('facts')}, s.facts),
         raised_at = coalesce(${change('raised_at')}, s.raised_at),
         resolved_at = ${change('resolved_at')}, ${setUnrouted}
       from ${rows}
       where s.device_id = first
         and s.sensor_name is not distinct from ${change('sensor_name')}
         and s.kind = ${change('kind')} and s.created_at = ${change('created_at')}
       returning s.device_id as "deviceId", s.id, s.sensor_name, s.kind, s.created_at`,
    ),
  };
}

const plain = prepareAll(undefined);
const ofShards = new WeakMap<Shard, Statements>();

/** For batches of the devices of a partition. */
export function statementsOf({ shard }: Pick<Partition, 'shard'>): Statements {
  if (!shard) return plain;
  const statements = ofShards.get(shard) ?? prepareAll(shard);
  ofShards.set(shard, statements);
  return statements;
}
