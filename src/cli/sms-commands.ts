import { enterAudit } from '../accounts/audit/queries.ts';
import { toEmailKey } from '../accounts/sign-in.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { ApiError } from '../kit/api/failures/api-error.ts';
import { countOf } from '../kit/text/count-of.ts';
import type { Clock } from '../kit/time/clock.ts';
import { apiKeys } from '../sms/access/api-key.ts';
import { grant } from '../sms/admin/grant.ts';
import { findUserId } from '../sms/admin/queries.ts';
import { mostCredits } from '../sms/admin/schemas.ts';
import { findKeysMeant, type Key, revokeKey } from '../sms/keys/queries.ts';
import { CommandError } from './command-error.ts';
import { withDatabase } from './open-database.ts';

type GrantOrder = {
  email: string;
  credits: string;
  note: string | null;
  /** True to take the credits back. */
  isBack?: boolean;
};

/**
 * Credits the account of an e-mail, or takes unused credits back.
 * @returns a line for the terminal.
 * @throws CommandError for a wrong number of credits an e-mail without account, and more than is unused.
 */
export async function grantByHand(
  config: Config,
  clock: Clock,
  { email, credits, note, isBack = false }: GrantOrder,
): Promise<string> {
  const amount = readCredits(credits) * (isBack ? -1 : 1);
  return await withDatabase(config, async (db) => {
    const userId = await findUserId(db.read, toEmailKey(email));
    if (userId === undefined) {
      throw new CommandError(`There is no account with the e-mail ${email}.`);
    }
    const deps = { db, clock, trialCredits: config.trialCredits };
    const account = await grantOrSay(deps, { userId, credits: amount, note, by: null });
    const balance = account.quota - account.used;
    const done = `${countOf(Math.abs(amount), 'credit')} ${amount > 0 ? 'granted' : 'taken back'}`;
    return `${account.email}: ${done}, balance ${balance}.`;
  });
}

async function grantOrSay(...order: Parameters<typeof grant>): ReturnType<typeof grant> {
  try {
    return await grant(...order);
  } catch (error) {
    if (error instanceof ApiError) throw new CommandError(error.message);
    throw error;
  }
}

function readCredits(text: string): number {
  const credits = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (credits >= 1 && credits <= mostCredits) return credits;
  throw new CommandError(`Credits are a whole number from 1 to ${mostCredits}, not ${text}.`);
}

async function revoke(db: Database, { id, user_id: userId, name, prefix }: Key, now: number) {
  await db.transaction(async (trx) => {
    // Its owner may have revoked it a moment ago.
    if (!(await revokeKey(trx, userId, { id, now }))) return;
    const facts = { name, prefix };
    await enterAudit(trx, { by: null, action: 'key_revoked', userId, facts, now });
  });
}

/**
 * Revokes a key at once, of any owner; it is given by its id, its prefix or itself.
 * @returns a line for the terminal.
 * @throws CommandError where no key matches, or several do.
 */
export async function revokeByHand(config: Config, clock: Clock, text: string): Promise<string> {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
  return await withDatabase(config, async (db) => {
    const meant = await findKeysMeant(db.read, { id, prefix: text, keyHash: apiKeys.hashOf(text) });
    const [key] = meant;
    if (!key) throw new CommandError('No key that is good has this id or prefix.');
    if (meant.length > 1) {
      const lines = meant.map((each) => `  ${each.id}  ${each.prefix}…  ${each.email}`);
      throw new CommandError(['Several keys begin so; name one by its id:', ...lines].join('\n'));
    }
    await revoke(db, key, clock());
    return `Revoked ${key.prefix}… (${key.name}) of ${key.email}.`;
  });
}
