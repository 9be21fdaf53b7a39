import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../../db/db.ts';
import { storable } from '../../kit/text/storable.ts';
import { toNetwork } from '../throttles/keys.ts';

/** Origin of a request, as the account's owner sees it in a list. */
export type Client = {
  address: string;
  userAgent: string | null;
  /** Random name that a browser keeps for itself, if it sends one. */
  browserId?: string | null | undefined;
};

const longestUserAgent = 300;

export function clientOf(
  { ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>,
  { browser_id }: { browser_id?: string | null | undefined } = {},
): Client {
  const { 'user-agent': name } = headers;
  const userAgent = name === undefined ? null : storable(name, longestUserAgent);
  return { address: ip, userAgent, browserId: browser_id };
}

/** Names a browser and its system, or the program of a header: `Chrome on Android`, `curl`. */
export async function describeProgram(userAgent: string | null): Promise<string | null> {
  if (!userAgent) return null;
  // Imported on demand, because few servers need it in an hour.
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(userAgent);
  if (browser.name && os.name) return `${browser.name} on ${os.name}`;
  return browser.name || nameOfProgram(userAgent);
}

/** First product of a header (RFC 9110, section 10.1.5): `curl` of `curl/8.5.0`. */
function nameOfProgram(userAgent: string): string | null {
  return /^[\w.+-]{1,40}/.exec(userAgent)?.[0] ?? null;
}

/** Far more than people have; programs that sign in from ever new addresses push out the oldest. */
const mostOfUser = 100;

/**
 * Stores where an account signs in: the browser, by its random name, or else the program and its network.
 * Only a hash of it is stored.
 * @returns true if the account never signed in from there before.
 */
export async function noteDevice(
  trx: Db,
  { userId, client, now }: { userId: number; client: Client; now: number },
): Promise<boolean> {
  const mark = await markOf(client);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('known_devices')
    .values({ user_id: userId, mark, seen_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'mark']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) {
    await trx
      .updateTable('known_devices')
      .set({ seen_at: now })
      .where('user_id', '=', userId)
      .where('mark', '=', mark)
      .execute();
    return false;
  }
  await forgetOldest(trx, userId);
  return true;
}

async function markOf({ address, userAgent, browserId }: Client): Promise<string> {
  const program = await describeProgram(userAgent);
  const name = browserId ?? `${program ?? ''} ${toNetwork(address)}`;
  return createHash('sha256').update(name).digest('base64url');
}

async function forgetOldest(trx: Db, userId: number): Promise<void> {
  await trx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('mark', 'not in', (kept) =>
      kept
        .selectFrom('known_devices')
        .select('mark')
        .where('user_id', '=', userId)
        .orderBy('seen_at', 'desc')
        .limit(mostOfUser),
    )
    .execute();
}
