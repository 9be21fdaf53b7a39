import type { Operation, Parameter } from '../operation.ts';
import {
  command,
  distance,
  latitude,
  levelUnless,
  longitude,
  number,
  onOff,
  reading,
  recordId,
  required,
  text,
} from './fields.ts';

const health = 'whoever looks after a fleet must know of it before a device falls silent';

const measured = 'a reading answers it, so that a device that measures it has a way to say it';

const counted = {
  type: 'integer',
  settled: { min: 0, max: 4_294_967_295 },
} as const;

/** A reading counts without what boards say that means nothing. */
const forgiving = <P extends Parameter>(parameter: P) =>
  ({ ...parameter, forgiven: 'always' }) as const;

/** Document 1, section 4 "Direct device endpoints". */
export const direct: Operation[] = [
  {
    route: 'POST /iot_push.php',
    auth: 'none',
    form: {
      mac_address: required(text),
      water_level_percent: levelUnless('water_level_cm'),
      water_level_cm: forgiving({ ...number, settled: { min: -100, max: 1_000_000 } }),
      pump_status: forgiving(onOff),
      latitude: forgiving(latitude),
      longitude: forgiving(longitude),
      api_key: text,
    },
    additions: {
      distance_cm: forgiving(distance),
      volume: forgiving({ ...number, settled: { min: 0, max: 1e12 }, why: measured }),
      temperature: forgiving({ ...number, settled: { min: -273.15, max: 1000 }, why: measured }),
      sensor_name: { ...text, forgiven: 'empty', why: 'a device may have several sensors' },
      recorded_at: {
        ...text,
        forgiven: 'empty',
        why: 'what was measured without a network is sent later',
      },
      age_s: {
        ...number,
        forgiven: 'empty',
        min: 0,
        why: 'a board without a clock knows how long ago it measured',
      },
      boot: forgiving({ ...counted, why: 'a board without a clock counts its starts' }),
      seq: forgiving({ ...counted, why: 'and its readings since' }),
      battery_percent: forgiving({ ...number, settled: { min: 0, max: 100 }, why: health }),
      signal_dbm: forgiving({ ...number, settled: { min: -150, max: 0 }, why: health }),
    },
    success: [201],
    failures: [401, 404],
    answers: reading,
  },
  {
    route: 'GET /iot_commands.php',
    auth: 'none',
    query: { mac_address: required(text), api_key: text },
    success: [200],
    failures: [404],
    answers: ['command_id', ...command],
  },
  {
    route: 'POST /iot_ack.php',
    auth: 'none',
    form: { mac_address: required(text), command_id: recordId, api_key: text },
    success: [200],
    failures: [404],
    answers: command,
  },
];
