import { OneOf } from '../kit/api/schema.ts';
import { Type } from '../kit/api/type.ts';
import { Amount, Count } from './setting-kinds.ts';

/** The water level service. */
export const waterSettings = {
  PUSH_RATE_PER_DEVICE: Amount('Pushes per device and second.', 10, 0.001, 1_000_000),
  PUSH_BURST_PER_DEVICE: Count('Pushes of one device in a burst.', 60, 1, 1_000_000),
  SENSORS_PER_DEVICE: Count('Most sensors of one device.', 100, 1, 10_000),
  ONLINE_MINUTES: Amount('A device is online this long after it was last heard.', 15, 0.1, 10_080),
  COMMAND_HOURS: Amount('A pending pump command expires after this.', 24, 0.01, 720),
  CONSUMPTION_DEAD_BAND: Amount(
    'Movement of the level, in percent of capacity, that counts as noise.',
    0.5,
    0,
    50,
  ),
  RAW_RETENTION_DAYS: Count(
    'How long readings are kept, in days; older ones are not accepted either.',
    400,
    1,
    36_500,
  ),
  ROLLUP_RETENTION_DAYS: Type.Optional(
    Type.Integer({
      description:
        'How long hourly figures are kept, in days, at least as long as readings; for ever by default.',
      minimum: 1,
      maximum: 36_500,
    }),
  ),
  STREAMS_PER_ACCOUNT: Count('Streams of live events of one account at once.', 10, 1, 1000),
  STREAMS_PER_ADDRESS: Count('Streams of live events of one address at once.', 200, 1, 30_000),
  STREAMS_IN_ALL: Count('Streams of live events of this process at once.', 2000, 1, 30_000),
  LONG_READS_PER_ACCOUNT: Count(
    'Long reads (history, reports, exports) of one account at once; more wait in turn.',
    4,
    1,
    1000,
  ),
  LONG_READS_IN_ALL: Count(
    'Long reads of this process at once; more wait in turn, each account as often as the next.',
    64,
    1,
    10_000,
  ),
  WEBHOOKS_ALLOW_PRIVATE: OneOf(['true', 'false'], {
    default: 'false',
    description: 'Whether webhooks may go to private and loopback addresses.',
  }),
};
