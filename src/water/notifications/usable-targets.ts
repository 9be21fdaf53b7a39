import type { Db } from '../../db/db.ts';
import { type ChannelName, channelNames } from './preferences.ts';
import { findSettings, findTargets, type Target } from './queries.ts';

export type UsableTarget = Target & { channel: ChannelName };

/** Means of sending: whether this server sends e-mail, and whether the person has a key of an SMS service. */
type Means = { hasMail: boolean; hasKey: boolean };

/** Returns whether a channel leads somewhere: SMS needs a key, e-mail a mail server. */
function isUsable(channel: string, { hasMail, hasKey }: Means): channel is ChannelName {
  if (channel === 'sms') return hasKey;
  if (channel === 'email') return hasMail;
  return channelNames.some((name) => name === channel);
}

/** Returns the channels that reach a person now; a number whose SMS are simulated reaches nobody. */
export function channelsReaching(
  targets: readonly Pick<Target, 'channel' | 'is_simulated'>[],
  means: Means,
): ChannelName[] {
  const used = targets.filter(({ is_simulated }) => is_simulated === 0);
  const channels = new Set(used.map(({ channel }) => channel));
  // Everybody has an address.
  channels.add('email');
  return channelNames.filter((name) => channels.has(name) && isUsable(name, means));
}

/** Finds which of some people can be reached now on any channel at all. */
export async function findReachable(
  db: Db,
  userIds: number[],
  { hasMail }: Pick<Means, 'hasMail'>,
): Promise<Set<number>> {
  if (hasMail || userIds.length === 0) return new Set(userIds);
  const targets = await db
    .selectFrom('notification_targets as t')
    .leftJoin('notification_settings as s', 's.user_id', 't.user_id')
    .select(['t.user_id', 't.channel', 't.is_simulated', 's.sms_api'])
    .where('t.user_id', 'in', userIds)
    .execute();
  const reaching = targets.filter(
    (target) => channelsReaching([target], { hasMail, hasKey: target.sms_api !== null }).length > 0,
  );
  return new Set(reaching.map(({ user_id }) => user_id));
}

/** Finds the targets on which a person can be reached now. */
export async function findUsableTargets(
  db: Db,
  userId: number,
  { hasMail }: Pick<Means, 'hasMail'>,
): Promise<UsableTarget[]> {
  const targets = await findTargets(db, userId);
  const needsKey = targets.some(({ channel }) => channel === 'sms');
  const hasKey = needsKey && (await findSettings(db, userId))?.sms_api != null;
  const hasUse = (target: Target): target is UsableTarget =>
    isUsable(target.channel, { hasMail, hasKey });
  return targets.filter(hasUse);
}
