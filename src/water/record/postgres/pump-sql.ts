import type { PreparedStatement, Shard } from '../../../db/pipeline.ts';
import { leftToServer } from '../pumps/left-to-server.ts';
import { sensorRows } from './postgres-rows.ts';

type Prepare = (name: string, text: string) => PreparedStatement;

/** The statements by which pumps are judged and switched. @param rows of a statement, as the others have them */
export function preparePumps(prepared: Prepare, tables: Shard['tables'], rows: string) {
  return {
    findLastSwitches: prepared(
      'find_last_switches',
      `select i as place, p.command, p.turn_off_above, p.status, p.source, p.expires_at from ${rows}
       cross join lateral (
         select * from ${tables.pump_commands} where device_id = first and sensor_name = ${sensorRows.at('name')}
           and command in ('on', 'off') and status in ('pending', 'executed')
         order by id desc limit 1) as p`,
    ),
    supersedeSwitches: prepared(
      'supersede_switches',
      `update ${tables.pump_commands} as s set status = 'cancelled' from ${rows}
       where s.device_id = first and s.sensor_name = ${sensorRows.at('name')}
         and s.status = 'pending' and s.expires_at > $3::bigint and s.command in ('on', 'off')
       returning s.device_id as "deviceId", s.id`,
    ),
    findLastRefills: prepared(
      'find_last_refills',
      `select level_before, level_after, begun_at, ended_at from ${tables.refills}
       where device_id = $1::bigint and sensor_no = $2::integer order by hour desc limit 20`,
    ),
    isOnlySource: prepared(
      'is_only_source',
      `select device_id from ${tables.sensor_configs}
       where device_id = $1::bigint and fills_from = $3::text and not exists (
         select 1 from ${tables.pump_commands}
         where device_id = $1::bigint and sensor_name = $2::text and ${leftToServer}) limit 1`,
    ),
    findSource: prepared(
      'find_source',
      `select s.filtered_level, s.level, s.recorded_at, s.quality, c.low_threshold from ${tables.sensors} as s
       left join ${tables.sensor_configs} as c on c.device_id = s.device_id and c.sensor_name = s.name
       where s.device_id = $1::bigint and s.name = $2::text`,
    ),
    findHoursOfDevice: prepared(
      'find_hours_of_device',
      `select r.sensor_no, r.count, r.first_at, r.last_at from ${tables.sensors} as s
       join ${tables.hourly_rollups} as r on r.device_id = s.device_id and r.sensor_no = s.sensor_no
       where s.device_id = $1::bigint and r.hour >= $2::bigint and r.hour < $3::bigint
       order by r.sensor_no, r.hour`,
    ),
  };
}
