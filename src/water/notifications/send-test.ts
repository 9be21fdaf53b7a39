import { failures } from '../../kit/api/failures/api-error.ts';
import { drawSalt } from '../../kit/signed-ids.ts';
import { dateAt, startOfDay } from '../../kit/time/time-zone.ts';
import { hourMs } from '../../kit/time/units.ts';
import type { Message } from './message.ts';
import { countTests, insertNotifications, type Notification } from './outbox/queries.ts';
import type { ChannelName } from './preferences.ts';
import { countSent, findPerson, putOwnMail } from './queries.ts';
import type { SettingsDeps } from './settings/settings.ts';
import { findUsableTargets, type UsableTarget } from './usable-targets.ts';

type TestDeps = SettingsDeps & { stored: () => void };

const mostAnHour = 20;

/**
 * Puts a test into the outbox for every target of a channel.
 * @throws 409 where the channel has none, or the SMS of the day are used up; 429 after 20 in an hour.
 */
export async function sendTest(
  { db, clock, ids, hasMail, stored }: TestDeps,
  userId: number,
  channel: ChannelName,
): Promise<Notification[]> {
  const now = clock();
  const rows = await db.transaction(async (trx) => {
    if ((await countTests(trx, userId, now - hourMs)) >= mostAnHour) {
      throw failures.tooMany(`There are at most ${mostAnHour} tests an hour.`, 3600);
    }
    const person = await findPerson(trx, userId);
    if (!person) throw failures.unauthenticated();
    if (channel === 'email' && hasMail) await putOwnMail(trx, userId, now);
    const usable = await findUsableTargets(trx, userId, { hasMail, now });
    const targets = onceEach(
      usable.filter((target) => target.channel === channel && !target.isBarred),
    );
    if (targets.length === 0) {
      throw failures.conflict('channel_not_set_up', 'This channel is not set up yet.');
    }
    if (channel === 'sms') {
      const since = startOfDay(dateAt(now, person.timezone), person.timezone);
      if ((await countSent(trx, userId, { channel, since })) >= person.smsADay) {
        throw failures.conflict('budget_used_up', 'The SMS of today are used up.');
      }
    }
    const message: Message = { language: person.language, is_digest: false, items: [], more: 0 };
    return await insertNotifications(
      trx,
      targets.map((target) => ({
        target,
        reason: 'test',
        message,
        isOverBudget: false,
        paidBy: target.paidBy,
        salt: drawSalt(ids),
        now,
      })),
    );
  });
  stored();
  return rows;
}

/** One way to each target: by the person's own account where that sends, else by one that pays. */
function onceEach(ways: UsableTarget[]): UsableTarget[] {
  const worth = ({ paidBy, isDoubtful, isSpent }: UsableTarget) =>
    isSpent ? 2 : Number(isDoubtful ?? false) + (paidBy === null ? 0 : 0.5);
  const best = ways.toSorted((a, b) => worth(a) - worth(b));
  return best.filter(({ id }, at) => best.findIndex((each) => each.id === id) === at);
}
