import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Leadership } from '../db/leadership.ts';
import type { App } from '../kit/app.ts';
import type { Clock } from '../kit/clock.ts';
import type { ClockWatch } from '../kit/clock-watch.ts';
import type { Ids } from '../kit/ids.ts';
import type { Part } from '../kit/parts.ts';
import type { Timers } from '../kit/timers.ts';
import { createGuard, type Guard } from './guard.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { addMeRoutes } from './me-routes.ts';
import { createPasswords } from './passwords.ts';
import { chooseResetDelivery, type ResetDelivery } from './reset-delivery.ts';
import { addAccountRoutes } from './routes.ts';
import type { ServiceName } from './schemas.ts';
import { createSessionEnds } from './session-ends.ts';
import { createSessionSweep } from './session-sweep.ts';
import { createSharedCounts } from './throttle-counts.ts';
import { createThrottleSweep } from './throttle-sweep.ts';
import { createThrottles } from './throttles.ts';
import { createTokens } from './tokens.ts';

type AccountsDeps = {
  config: Config;
  db: Database;
  log: Logger;
  clock: Clock;
  clockWatch: ClockWatch;
  ids: Ids;
  timers: Timers;
  leadership: Leadership;
  /** Signs tokens. */
  secret: Buffer;
  /** The services that run. */
  services: readonly ServiceName[];
};

/** Mounts the accounts room; its guard is what the other rooms ask who is calling. */
export async function addAccounts(
  app: App,
  deps: AccountsDeps,
): Promise<{ guard: Guard; parts: Part[] }> {
  const { config, db, log, clock, clockWatch, ids, secret, services } = deps;
  const tokens = createTokens(secret);
  const sessionEnds = createSessionEnds(db.notices);
  const guard = createGuard({ db, clock: clockWatch.cautious, tokens, sessionEnds });
  const delivery = chooseResetDelivery(config);
  const mailer = delivery === 'email' ? await createResetMailer(config, log) : undefined;
  warnOfDelivery(config, delivery, log);
  // One process has an embedded database to itself; several share PostgreSQL.
  const counts = db.engine === 'postgres' ? createSharedCounts(db.write, log) : undefined;

  addAccountRoutes(app, {
    db,
    clock,
    ids,
    tokens,
    guard,
    sessionEnds,
    delivery,
    mailer,
    passwords: createPasswords(),
    throttles: createThrottles(config.throttles, counts?.makeCount),
    tokenMs: config.tokenMs,
  });
  addMeRoutes(app, { db, clock, guard, sessionEnds, services });
  const sweeps = [
    createSessionSweep({ ...deps, tokenMs: config.tokenMs }),
    ...(counts ? [createThrottleSweep({ ...deps, counts })] : []),
  ];
  return { guard, parts: mailer ? [mailer.part, ...sweeps] : sweeps };
}

function warnOfDelivery({ host, reset, trustProxy }: Config, delivery: ResetDelivery, log: Logger) {
  if (delivery === 'off') {
    log.warn({ host }, 'password resets are off until RESET_DELIVERY is set');
  }
  // A loopback address behind a proxy is open to whoever reaches the proxy.
  if (delivery === 'response' && !reset.delivery && trustProxy) {
    log.warn('anyone who reaches the proxy can reset any password: set RESET_DELIVERY=email');
  }
}

async function createResetMailer({ reset }: Config, log: Logger): Promise<Mailer> {
  if (!reset.smtpUrl) throw new Error('mail without SMTP_URL is refused by the configuration');
  return await createMailer({ smtpUrl: reset.smtpUrl, from: reset.mailFrom, log });
}
