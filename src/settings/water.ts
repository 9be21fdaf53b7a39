import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';
import {
  Amount,
  ConfigError,
  Count,
  OptionalCount,
  requireUrl,
  type SettingsOf,
  Text,
  TextOr,
} from './setting-types.ts';

export const deviceSettings = {
  PUSH_RATE_PER_DEVICE: Amount('Lasting rate of pushes of one device.', 10, 0.001, 1_000_000, {
    'x-unit': 'a second',
  }),
  PUSH_BURST_PER_DEVICE: Count('Pushes of one device in a burst.', 60, 1, 1_000_000),
  BATCH_BURST_PER_DEVICE: Count(
    'Readings of one device in a burst of batches; they last at the rate of its pushes.',
    10_000,
    1000,
    10_000_000,
  ),
  SENSORS_PER_DEVICE: Count('Most sensors of one device.', 100, 1, 10_000),
  ONLINE_MINUTES: Amount(
    'A device is online at least this long after it was last seen, and longer where its own rhythm is slower.',
    15,
    0.1,
    10_080,
  ),
  COMMAND_HOURS: Amount('A pending pump command expires after this.', 24, 0.01, 720),
  STALE_ON_MINUTES: Amount(
    'A command that switches a pump on expires after this, where no device has fetched it; for one that calls seldom, after two of its usual intervals, at most 2 hours.',
    10,
    0.1,
    1440,
  ),
  QUESTIONS_PER_PHONE: Count(
    'Questions by SMS that one phone is answered an hour, by one account.',
    20,
    0,
    1000,
  ),
  RAW_RETENTION_DAYS: Count(
    'How long readings are kept; older ones are not accepted either.',
    400,
    1,
    36_500,
  ),
  ALERT_RETENTION_DAYS: Count(
    'How long alerts are kept once they are resolved, and notes that people wrote.',
    400,
    1,
    36_500,
  ),
  COMMAND_RETENTION_DAYS: Count(
    'How long pump commands are kept that are executed, cancelled or expired.',
    400,
    1,
    36_500,
  ),
  NOTIFICATION_RETENTION_DAYS: Count(
    'How long people see what they were told, and on which channel.',
    90,
    2,
    36_500,
  ),
  ROLLUP_RETENTION_DAYS: OptionalCount(
    'How long hourly rollups are kept, at least as long as readings; for ever by default.',
    1,
    36_500,
  ),
};

const wrongTiles = 'must be an address with {z}, such as https://tiles.example.org/{z}/{x}/{y}.png';

export const dashboardSettings = {
  STREAMS_PER_ACCOUNT: Count('Streams of live events of one account at once.', 10, 1, 1000),
  STREAMS_PER_ADDRESS: Count('Streams of live events of one address at once.', 200, 1, 30_000),
  STREAMS_IN_ALL: Count('Streams of live events of this process at once.', 2000, 1, 30_000),
  MAP_TILES: Text(
    'Address of map tiles with {z}, {x} and {y}; without it the map shows the outline of Kenya.',
    {
      pattern: '^https?://[^\\s]*\\{z\\}[^\\s]*$',
      'x-message': wrongTiles,
    },
  ),
  MAP_ATTRIBUTION: TextOr('', 'Whom the map names for its tiles, as their terms ask for.'),
};

type DeviceEnvironment = SettingsOf<typeof deviceSettings>;

/** @throws ConfigError where readings outlive the rollups. */
export function readDevices(env: DeviceEnvironment) {
  refuseReadingsWithoutRollups(env);
  return {
    push: { perSecond: env.PUSH_RATE_PER_DEVICE, burst: env.PUSH_BURST_PER_DEVICE },
    batches: { perSecond: env.PUSH_RATE_PER_DEVICE, burst: env.BATCH_BURST_PER_DEVICE },
    sensorsPerDevice: env.SENSORS_PER_DEVICE,
    onlineMs: env.ONLINE_MINUTES * minuteMs,
    commandMs: env.COMMAND_HOURS * hourMs,
    staleOnMs: env.STALE_ON_MINUTES * minuteMs,
    questionsPerPhone: env.QUESTIONS_PER_PHONE,
    retentionMs: env.RAW_RETENTION_DAYS * dayMs,
    rollupRetentionMs:
      env.ROLLUP_RETENTION_DAYS === undefined ? undefined : env.ROLLUP_RETENTION_DAYS * dayMs,
    alertRetentionMs: env.ALERT_RETENTION_DAYS * dayMs,
    commandRetentionMs: env.COMMAND_RETENTION_DAYS * dayMs,
    notificationRetentionMs: env.NOTIFICATION_RETENTION_DAYS * dayMs,
  };
}

/** Reports are made of rollups, so days with readings alone would be missing from every report. */
function refuseReadingsWithoutRollups(env: DeviceEnvironment): void {
  const { RAW_RETENTION_DAYS, ROLLUP_RETENTION_DAYS = Number.POSITIVE_INFINITY } = env;
  if (ROLLUP_RETENTION_DAYS < RAW_RETENTION_DAYS) {
    throw new ConfigError(
      `ROLLUP_RETENTION_DAYS must not be less than RAW_RETENTION_DAYS (${RAW_RETENTION_DAYS})`,
    );
  }
}

/** @throws ConfigError where the address of tiles is none. */
export function readDashboard(env: SettingsOf<typeof dashboardSettings>) {
  requireUrl('MAP_TILES', env.MAP_TILES, wrongTiles);
  return {
    streams: {
      perAccount: env.STREAMS_PER_ACCOUNT,
      perAddress: env.STREAMS_PER_ADDRESS,
      inAll: env.STREAMS_IN_ALL,
    },
    map: { tileUrl: env.MAP_TILES, tileAttribution: env.MAP_ATTRIBUTION },
  };
}
