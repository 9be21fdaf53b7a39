import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Component } from '../kit/async/components.ts';
import { createSweep } from '../kit/async/loop.ts';
import type { App } from '../kit/http/app.ts';
import { dayMs, minuteMs } from '../kit/time/units.ts';
import type { ServiceDeps } from '../service-deps.ts';
import { deleteOldAuditEntries } from './audit/queries.ts';
import { createGuard, type Guard } from './guard.ts';
import { addMeRoutes } from './me-routes.ts';
import { createNotices, type NoticeWay, type NotifyOwner } from './notices/notices.ts';
import { createPasswords, type HashCost } from './passwords/passwords.ts';
import { createPhoneCodes } from './phones/codes.ts';
import { createPasswordSms, openAccountSms } from './phones/open-account-sms.ts';
import { addPhoneRoutes } from './phones/routes.ts';
import type { ZoneChanged } from './profile.ts';
import { saveTokenUse } from './program-tokens/queries.ts';
import { findUser } from './queries.ts';
import { createMailer, type Mailer } from './resets/mailer.ts';
import { chooseResetDelivery, type ResetDelivery } from './resets/reset-delivery.ts';
import { addAccountRoutes } from './routes.ts';
import type { ServiceName } from './schemas.ts';
import { proveOwner } from './second-factor/prove-owner.ts';
import { addSecondFactorRoutes } from './second-factor/routes.ts';
import { createSeal } from './second-factor/seal.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { createLastSeen } from './sessions/last-seen.ts';
import { updateLastSeen } from './sessions/queries.ts';
import { addSessionRoutes } from './sessions/routes.ts';
import { createSessionEnds, type EndWithSessions } from './sessions/session-ends.ts';
import { createSessionSweep } from './sessions/session-sweep.ts';
import { createTokens } from './sessions/tokens.ts';
import { createSharedCounts, createThrottleSweep } from './throttles/throttle-counts.ts';
import { createThrottles, type Throttles } from './throttles/throttles.ts';

type AccountsDeps = ServiceDeps & {
  /** Cost of a password's hash, where it is not the usual one. */
  passwordCost?: HashCost | undefined;
  services: readonly ServiceName[];
  /** Ends what belongs to sessions, also where the service that set it up does not run here. */
  endWithSessions: EndWithSessions;
  zoneChanged: ZoneChanged;
};

type Accounts = {
  guard: Guard;
  components: Component[];
  notifyOwner: NotifyOwner;
  /** Adds a way for account notices to owners, beside the mail. */
  notifyBy: (way: NoticeWay) => void;
} & Pick<Throttles, 'countWrongKey'>;

/** Mounts the accounts room; its guard identifies the callers for the other rooms. */
export async function addAccounts(app: App, deps: AccountsDeps): Promise<Accounts> {
  const { config, db, log, clockWatch, ids, secret } = deps;
  const tokens = createTokens(secret);
  const sessionEnds = createSessionEnds(db.notices, deps.endWithSessions);
  // An embedded database belongs to one process; several share PostgreSQL.
  const counts = db.engine === 'postgres' ? createSharedCounts(db.write, log) : undefined;
  const throttles = createThrottles(config.throttles, counts?.makeCount);
  const passwords = createPasswords(deps.passwordCost);
  const seal = createSeal(secret, ids);
  const sessionClock = clockWatch.cautious;
  const mailer = config.reset.smtpUrl
    ? await openMailer(config.reset.smtpUrl, config, log)
    : undefined;
  const accountSms = openAccountSms(app, deps);
  const tellPhone = accountSms && createPasswordSms({ accountSms, throttles });
  const { notifyOwner, notifyBy } = createNotices({ ...deps, mailer, tellPhone });
  const secondFactors = createSecondFactors({
    ...deps,
    sessionClock,
    seal,
    throttles,
    sessionEnds,
    notifyOwner,
  });
  const isRequiredOfAdmins = config.adminSecondFactor === 'required';
  const guard = createGuard({
    db,
    clock: sessionClock,
    tokens,
    sessionEnds,
    noteSeen: createLastSeen((seen) => updateLastSeen(db.write, seen), log),
    noteTokenUse: createLastSeen(({ id, to }) => saveTokenUse(db.write, id, to), log),
    proveOwner: async (userId, proof) => {
      const user = await findUser(db.read, userId);
      if (user) await proveOwner({ passwords, throttles, secondFactors }, user, proof);
    },
    lacksSecondFactor: async (userId) => isRequiredOfAdmins && !(await secondFactors.isOn(userId)),
  });
  const delivery = chooseResetDelivery(config, accountSms !== undefined);
  warnOfDelivery(config, delivery, log);

  const shared = {
    ...deps,
    sessionClock,
    guard,
    sessionEnds,
    passwords,
    throttles,
    secondFactors,
    notifyOwner,
  };
  addAccountRoutes(app, {
    ...shared,
    tokens,
    delivery,
    isBySms: config.reset.delivery === 'sms',
    mailer,
    accountSms,
    needsPresentPassword: config.passwordChange === 'checked',
    tokenMs: config.tokenMs,
  });
  addPhoneRoutes(app, {
    ...shared,
    tokens,
    tokenMs: config.tokenMs,
    accountSms,
    phoneCodes: createPhoneCodes(deps),
  });
  addSecondFactorRoutes(app, { ...shared, isRequiredOfAdmins });
  addSessionRoutes(app, shared);
  addMeRoutes(app, shared);
  const sweeps = [
    createSessionSweep({ ...deps, tokenMs: config.tokenMs }),
    createSweep(deps, {
      name: 'audit sweep',
      firstMs: 10 * minuteMs,
      everyMs: dayMs,
      remove: (limit) => {
        const until = clockWatch.cautious() - config.auditRetentionMs;
        return deleteOldAuditEntries(db.write, { until, limit });
      },
    }),
    ...(counts ? [createThrottleSweep({ ...deps, counts })] : []),
  ];
  const ways = [mailer, accountSms].flatMap((way) => (way ? [way.component] : []));
  const components = [...ways, ...sweeps];
  const { countWrongKey } = throttles;
  return { guard, components, notifyOwner, notifyBy, countWrongKey };
}

function warnOfDelivery({ host, reset }: Config, delivery: ResetDelivery, log: Logger): void {
  if (delivery !== 'off') return;
  const why = reset.delivery
    ? 'password resets are off: RESET_DELIVERY is sms, and accounts have no phone numbers here'
    : 'password resets are off until RESET_DELIVERY is set';
  log.warn({ host }, why);
}

async function openMailer(smtpUrl: string, { reset }: Config, log: Logger): Promise<Mailer> {
  return await createMailer({ smtpUrl, from: reset.mailFrom, log });
}
