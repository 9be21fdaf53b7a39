import pino from 'pino';
import { createNotices } from '../accounts/notices/notices.ts';
import { createMailer } from '../accounts/resets/mailer.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { randomIds } from '../kit/ids.ts';
import type { Clock } from '../kit/time/clock.ts';
import { findUserId } from '../sms/admin/queries.ts';
import { suspend } from '../sms/admin/suspend.ts';
import { createOwnerNotices } from '../water/notifications/outbox/owner-notices.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

type Order = { email: string; reason?: string };

const longestReason = 200;

/**
 * Suspends the SMS account of an e-mail, or lets it go again where no reason is given; its owner gets a
 * notice.
 * @returns a line for the terminal.
 * @throws CommandError for an e-mail without account and a reason that is blank or too long.
 */
export async function suspendByHand(
  config: Config,
  clock: Clock,
  { email, reason: given }: Order,
): Promise<string> {
  const reason = given?.trim();
  if (reason !== undefined && (reason === '' || reason.length > longestReason)) {
    throw new CommandError(`A reason has 1 to ${longestReason} characters.`);
  }
  return await withDatabase(config, async (db) => {
    const userId = await findUserId(db.read, toEmailKey(email));
    if (userId === undefined) {
      throw new CommandError(`There is no account with the e-mail ${email}.`);
    }
    const deps = { db, clock, trialCredits: config.trialCredits };
    const notice = await suspend(deps, { userId, reason, by: null });
    const state = reason === undefined ? 'sends again' : `suspended (${reason})`;
    if (!notice) return `${email}: nothing has changed.`;
    await tellOwner({ config, db, clock }, userId, notice);
    return `${email}: ${state}.`;
  });
}

type TellDeps = { config: Config; db: Database; clock: Clock };

/** Tells an owner as the server would, whether it runs or not. */
async function tellOwner(
  { config: { reset }, db, clock }: TellDeps,
  ...[userId, notice]: Parameters<ReturnType<typeof createNotices>['send']>
): Promise<void> {
  const log = pino(pino.destination(2));
  const { smtpUrl, mailFrom: from } = reset;
  const mailer = smtpUrl ? await createMailer({ smtpUrl, from, log }) : undefined;
  const { send, notifyBy } = createNotices({ db, log, mailer });
  // The server takes what is stored from the outbox.
  notifyBy(createOwnerNotices({ db, clock, ids: randomIds, stored: () => {} }));
  await send(userId, notice);
  await mailer?.component.stop?.();
}
