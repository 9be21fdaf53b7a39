import type { Db } from '../../db/db.ts';
import { type ChannelName, channelNames } from './preferences.ts';
import { findSettings, findTargets, type Target } from './queries.ts';

export type UsableTarget = Target & { channel: ChannelName };

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
