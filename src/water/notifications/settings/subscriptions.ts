import type { EndWithSessions } from '../../../accounts/sessions/session-ends.ts';
import { readPostUrl } from '../../../delivery/destinations.ts';
import { failures } from '../../../kit/api/failures/api-error.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { Static } from '../../../kit/api/schema/schema.ts';
import {
  deleteBrowserOfOthers,
  deleteBrowsers,
  deleteTargets,
  findTargets,
  putTarget,
  type Target,
} from '../queries.ts';
import type { NewSubscription } from './schemas.ts';
import type { SettingsDeps } from './settings.ts';

const mostBrowsers = 20;

export type Asking = { userId: number; sessionId: string; userAgent: string | null };

/**
 * Stores the subscription of a browser until its latest session is ended by hand; a known one gets its new
 * keys and session.
 * @throws 400 for keys that allow no encryption, 409 where the account has 20 already.
 */
export async function addSubscription(
  { db, clock, secrets, destinations }: SettingsDeps,
  { userId, sessionId, userAgent }: Asking,
  { endpoint, keys }: Static<typeof NewSubscription>,
): Promise<Target> {
  const address = readPostUrl(endpoint, destinations, 'endpoint');
  refuseWrongKeys(keys);
  return await db.transaction(async (trx) => {
    const targets = await findTargets(trx, userId);
    const others = targets.filter(
      (target) => target.channel === 'web-push' && target.address !== address,
    );
    if (others.length >= mostBrowsers) {
      throw failures.conflict(
        'too_many_subscriptions',
        `An account has at most ${mostBrowsers} browsers that are told; remove one first.`,
      );
    }
    await deleteBrowserOfOthers(trx, { userId, address });
    return await putTarget(trx, {
      user_id: userId,
      channel: 'web-push',
      address,
      sealed_secret: secrets.close(userId, keys),
      session_id: sessionId,
      user_agent: userAgent,
      created_at: clock(),
    });
  });
}

/** @returns true if there was one. */
export async function removeSubscription(
  { db, destinations }: SettingsDeps,
  userId: number,
  endpoint: string,
): Promise<boolean> {
  const address = readPostUrl(endpoint, destinations, 'endpoint');
  return (await deleteTargets(db.write, userId, { channel: 'web-push', address })) > 0;
}

/** Removes the subscription of any browser in the list, including a lost one. @throws 404 */
export async function removeSubscriptionById(
  { db }: SettingsDeps,
  userId: number,
  id: number,
): Promise<void> {
  const removed = await deleteTargets(db.write, userId, { channel: 'web-push', id });
  if (removed === 0) throw failures.notFound('Subscription');
}

/** Deletes subscriptions with their sessions: a lost or a stranger's phone shows no messages any more. */
export const deleteSubscriptionsOf: EndWithSessions = deleteBrowsers;

/** Requires the keys of RFC 8291, section 3.1: an uncompressed point of P-256, and 16 bytes. */
function refuseWrongKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) {
    throw failures.invalidField('keys.p256dh', fault('p256'));
  }
  if (Buffer.from(auth, 'base64url').length !== 16) {
    throw failures.invalidField('keys.auth', fault('sixteenBytes'));
  }
}
