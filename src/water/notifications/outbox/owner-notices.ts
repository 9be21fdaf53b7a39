import type { NoticeWay } from '../../../accounts/notices/notices.ts';
import type { Database } from '../../../db/database.ts';
import type { Ids } from '../../../kit/ids.ts';
import { drawSalt } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { findTargets } from '../queries.ts';
import { insertNotifications } from './queries.ts';

type OwnerNoticesDeps = { db: Database; clock: Clock; ids: Ids; stored: () => void };

/**
 * Creates the way by which account notices go through the outbox to each browser that takes their owner's
 * alerts. The accounts room sends the mail; SMS cost credits, and webhooks are for programs about tanks.
 */
export function createOwnerNotices({ db, clock, ids, stored }: OwnerNoticesDeps): NoticeWay {
  return async (userId, { language, ...account }) => {
    const targets = await findTargets(db.read, userId);
    const browsers = targets.filter(({ channel }) => channel === 'web-push');
    if (browsers.length === 0) return;
    const message = { language, account, is_digest: false, items: [], more: 0 };
    await insertNotifications(
      db.write,
      browsers.map((target) => ({
        target,
        reason: 'account',
        message,
        isOverBudget: false,
        salt: drawSalt(ids),
        now: clock(),
      })),
    );
    stored();
  };
}
