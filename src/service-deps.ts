import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Leadership } from './db/leadership.ts';
import type { Ids } from './kit/ids.ts';
import type { Clock } from './kit/time/clock.ts';
import type { ClockWatch } from './kit/time/clock-watch.ts';
import type { Timers } from './kit/time/timers.ts';

/** Dependencies of accounts and both services. */
export type ServiceDeps = {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  clockWatch: ClockWatch;
  ids: Ids;
  timers: Timers;
  leadership: Leadership;
  /** Signs tokens; keys and addresses are derived from it. */
  secret: Buffer;
};
