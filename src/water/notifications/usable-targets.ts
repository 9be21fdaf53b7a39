import type { Db } from '../../db/db.ts';
import { type ChannelName, channelNames } from './preferences.ts';
import { findSettings, findTargets, type Target } from './queries.ts';

export type UsableTarget = Target & { channel: ChannelName };

/**
 * Finds which of some people can be reached now on any channel at all; a number whose SMS are simulated
 * reaches nobody.
 */
export async function findReachable(
  db: Db,
  userIds: number[],
  { hasMail }: { hasMail: boolean },
): Promise<Set<number>> {
  // Everybody has an address.
  if (hasMail || userIds.length === 0) return new Set(userIds);
  const rows = await db
    .selectFrom('notification_targets as t')
    .leftJoin('notification_settings as s', 's.user_id', 't.user_id')
    .select('t.user_id')
    .distinct()
    .where('t.user_id', 'in', userIds)
    .where((eb) =>
      eb.or([
        eb('t.channel', 'in', ['webhook', 'web-push']),
        eb.and([
          eb('t.channel', '=', 'sms'),
          eb('t.is_simulated', '=', 0),
          eb('s.sms_api', 'is not', null),
        ]),
      ]),
    )
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Finds the targets on which a person can be reached now: SMS needs a key, e-mail a mail server. */
export async function findUsableTargets(
  db: Db,
  userId: number,
  { hasMail }: { hasMail: boolean },
): Promise<UsableTarget[]> {
  const targets = await findTargets(db, userId);
  const needsKey = targets.some(({ channel }) => channel === 'sms');
  const hasKey = needsKey && (await findSettings(db, userId))?.sms_api != null;
  const isUsable = (target: Target): target is UsableTarget => {
    if (target.channel === 'sms') return hasKey;
    if (target.channel === 'email') return hasMail;
    return channelNames.some((name) => name === target.channel);
  };
  return targets.filter(isUsable);
}
