import type { PreparedStatement } from '../../../db/postgres/pipeline/pipeline.ts';
import { configColumns } from '../row-columns.ts';
import { knownSensors, lastSensorNo } from '../sensor-sql.ts';
import {
  commandRows,
  deviceVersions,
  hourKeys,
  incidentRows,
  incidentUpdateRows,
  judgementRows,
  latestRows,
  readingKeys,
  readingRows,
  refillRows,
  rollupRows,
  sensorRows,
  statusRows,
} from './postgres-rows.ts';

/**
 * The statements of a batch as PostgreSQL prepares them: each over any number of rows, whose columns
 * are arrays. All of them find their rows by device, by which the tables may be spread over servers.
 */
export type Statements = ReturnType<typeof prepareAll>;

const prepared = (name: string, text: string): PreparedStatement => ({ name, text });

/** Of any rows whose first columns are device and sensor. */
const isSensor = `s.device_id = ${readingKeys.at('device_id')} and s.sensor_no = ${readingKeys.at('sensor_no')}`;

/** Nobody has written the status row of the device since: PostgreSQL notes in `xmin` who did. */
const isRemembered = `s.device_id = first and s.xmin = ${deviceVersions.at('version')}`;

/** Fails where not all of the rows were found. PostgreSQL has no other expression that fails. */
const unlessOutdated = '1 / (count(*) = cardinality($1::bigint[]))::integer as "all"';

/** What it fails with: a division by zero. */
export const outdated = '22012';

/**
 * @param rows what is to be used after `from` to have the device and the place of each row.
 * @param device the device of such a row, as subqueries for each row name it.
 */
function prepareAll(rows: string, device: string) {
  const sensorsOfRows = `${rows}
    join sensors as s on s.device_id = ${sensorRows.at('deviceId')} and s.name = ${sensorRows.at('name')}`;
  const insertReadings = `insert into readings (${readingRows.names})
    select ${readingRows.elements} from ${rows}`;
  const updateRollups = `update hourly_rollups as s
    set ${rollupRows.assigned('device_id', 'sensor_no', 'hour')}
    from ${rows} where ${isSensor} and s.hour = ${rollupRows.at('hour')}`;
  const change = incidentUpdateRows.at;
  return {
    /** In one order everywhere, so that two batches can never wait for each other. */
    holdDevices: prepared(
      'hold_devices',
      `select *, xmin as version from device_status where device_id = any($1::bigint[])
       order by device_id for update`,
    ),
    /** Holds devices that are remembered, or fails with `outdated` where one was written since. */
    holdRemembered: prepared(
      'hold_remembered',
      `select ${unlessOutdated} from (
         select from ${rows} join device_status as s on ${isRemembered} order by first for update of s
       ) as held`,
    ),
    findSensors: prepared(
      'find_sensors',
      `select s.*, ${configColumns.map((column) => `c.${column}`).join(', ')} from ${sensorsOfRows}
       left join sensor_configs as c on c.device_id = s.device_id and c.sensor_name = s.name`,
    ),
    /** The newest rollup of each sensor: of the hour of its latest reading, which is never moved. */
    findNewestRollups: prepared(
      'find_newest_rollups',
      `select r.* from ${sensorsOfRows}
       join hourly_rollups as r on r.device_id = s.device_id and r.sensor_no = s.sensor_no
         and r.hour = s.recorded_at - s.recorded_at % 3600000 and r.shelf = 0`,
    ),
    countPendingCommands: prepared(
      'count_pending_commands',
      `select device_id, count(*) as count from pump_commands
       where device_id = any($1::bigint[]) and status = 'pending' and expires_at > $2::bigint
         and schedule is null
       group by device_id`,
    ),
    countSensors: prepared(
      'count_sensors',
      `select i as place, ${knownSensors(device)} as known, (
         select count(*) from sensor_configs as c
         where c.device_id = ${device} and c.sensor_name = ${sensorRows.at('name')}
       ) as configured
       from ${rows}`,
    ),
    addSensors: prepared(
      'add_sensors',
      `insert into sensors (device_id, sensor_no, name, watch)
       select first, row_number() over (partition by first order by i) + ${lastSensorNo(device)},
         ${sensorRows.at('name')}, ''
       from ${rows}`,
    ),
    insertReadings: prepared('insert_readings', insertReadings),
    insertUnknownReadings: prepared(
      'insert_unknown_readings',
      `${insertReadings} on conflict do nothing returning device_id, sensor_no, recorded_at`,
    ),
    findReadings: prepared(
      'find_readings',
      `select s.* from ${rows}
       join readings as s on ${isSensor} and s.recorded_at = ${readingKeys.at('recorded_at')}`,
    ),
    findRollups: prepared(
      'find_rollups',
      `select s.* from ${rows} join hourly_rollups as s on ${isSensor} and s.hour = ${hourKeys.at('hour')}`,
    ),
    findRollupBefore: prepared(
      'find_rollup_before',
      `select * from hourly_rollups where device_id = $1::bigint and sensor_no = $2::integer
         and hour < $3::bigint order by hour desc limit 1`,
    ),
    findRollupsFrom: prepared(
      'find_rollups_from',
      `select * from hourly_rollups where device_id = $1::bigint and sensor_no = $2::integer
         and hour >= $3::bigint order by hour limit $4::bigint`,
    ),
    saveJudgements: prepared(
      'save_judgements',
      `update readings as s set ${judgementRows.assigned('device_id', 'sensor_no', 'recorded_at')}
       from ${rows} where ${isSensor} and s.recorded_at = ${judgementRows.at('recorded_at')}`,
    ),
    deleteRefills: prepared(
      'delete_refills',
      `delete from refills as s using ${rows} where ${isSensor} and s.hour = ${hourKeys.at('hour')}`,
    ),
    insertRefills: prepared(
      'insert_refills',
      `insert into refills (${refillRows.names}) select ${refillRows.elements} from ${rows}`,
    ),
    findReadingsBetween: prepared(
      'find_readings_between',
      `select * from readings where device_id = $1::bigint and sensor_no = $2::integer
         and recorded_at >= $3::bigint and recorded_at < $4::bigint order by recorded_at`,
    ),
    saveSensors: prepared(
      'save_sensors',
      `update sensors as s set ${latestRows.assigned('device_id', 'sensor_no')}
       from ${rows} where ${isSensor}`,
    ),
    /** Onto the shelf of the present; one that lies on another shelf is to be updated there. */
    insertRollups: prepared(
      'insert_rollups',
      `insert into hourly_rollups (${rollupRows.names})
       select ${rollupRows.elements} from ${rows}
       on conflict (device_id, sensor_no, hour, shelf) do update set
       ${rollupRows.excluded('device_id', 'sensor_no', 'hour')}`,
    ),
    updateRollups: prepared('update_rollups', updateRollups),
    /** Of the newest hour of a sensor and later, with no look at the other shelves. */
    updateNewestRollups: prepared('update_newest_rollups', `${updateRollups} and s.shelf = 0`),
    /** Saves all devices of the batch and gives the version that they have by it, or fails as `holdRemembered`. */
    saveDevices: prepared(
      'save_devices',
      `with held as (
         update device_status as s set ${statusRows.assigned('device_id', 'version')}
         from ${rows} where ${isRemembered} returning 1
       ) select pg_current_xact_id()::xid as version, ${unlessOutdated} from held`,
    ),
    findLastSwitches: prepared(
      'find_last_switches',
      `select i as place, p.command, p.turn_off_above, p.status, p.source, p.expires_at from ${rows}
       cross join lateral (
         select * from pump_commands where device_id = ${device} and sensor_name = ${sensorRows.at('name')}
           and command in ('on', 'off') and status in ('pending', 'executed')
         order by id desc limit 1) as p`,
    ),
    supersedeSwitches: prepared(
      'supersede_switches',
      `update pump_commands as s set status = 'cancelled' from ${rows}
       where s.device_id = ${device} and s.sensor_name = ${sensorRows.at('name')}
         and s.status = 'pending' and s.expires_at > $3::bigint and s.command in ('on', 'off')
       returning s.device_id as "deviceId", s.id`,
    ),
    findLastRefills: prepared(
      'find_last_refills',
      `select level_before, level_after, begun_at, ended_at from refills
       where device_id = $1::bigint and sensor_no = $2::integer order by hour desc limit 20`,
    ),
    findSource: prepared(
      'find_source',
      `select s.filtered_level, s.level, s.recorded_at, c.low_threshold from sensors as s
       left join sensor_configs as c on c.device_id = s.device_id and c.sensor_name = s.name
       where s.device_id = $1::bigint and s.name = $2::text`,
    ),
    insertCommands: prepared(
      'insert_commands',
      `insert into pump_commands (${commandRows.names}) select ${commandRows.elements} from ${rows}
       returning device_id as "deviceId", id`,
    ),
    insertIncidents: prepared(
      'insert_incidents',
      `insert into incidents (${incidentRows.names}) select ${incidentRows.elements} from ${rows}
       returning device_id as "deviceId", id`,
    ),
    updateIncidents: prepared(
      'update_incidents',
      `update incidents as s set severity = ${change('severity')},
         facts = coalesce(${change('facts')}, s.facts),
         raised_at = coalesce(${change('raised_at')}, s.raised_at),
         resolved_at = ${change('resolved_at')}, routed_at = null
       from ${rows}
       where s.device_id = ${device}
         and s.sensor_name is not distinct from ${change('sensor_name')}
         and s.kind = ${change('kind')} and s.created_at = ${change('created_at')}
       returning s.device_id as "deviceId", s.id`,
    ),
  };
}

/** For batches of any devices. */
export const statements = prepareAll(
  'unnest($1::bigint[]) with ordinality as v (first, i)',
  'first',
);

const theDevice = '($1::bigint[])[1]';

/**
 * For batches of one device on tables that Citus has spread. Once the parameters are put in, each names
 * its shard, and all that it takes stands there, also what is inserted; see decision 16.
 */
export const statementsOfOneDevice: Statements = prepareAll(
  `(select d.device_id, i from device_status as d
     cross join unnest($1::bigint[]) with ordinality as u (device, i)
     where d.device_id = ${theDevice}) as v (first, i)`,
  theDevice,
);
