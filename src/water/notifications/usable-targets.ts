import type { Db } from '../../db/db.ts';
import { findPayments, type Payment } from './paying/payments.ts';
import { type ChannelName, channelNames } from './preferences.ts';
import { findSettings, findTargets, type Target } from './queries.ts';

export type UsableTarget = Target & {
  channel: ChannelName;
  /** Owner whose account pays for the SMS; null for the person's own. */
  paidBy: number | null;
  /** Devices whose alerts go this way; all where it is undefined. */
  only?: ReadonlySet<number>;
  /** Devices whose alerts go another way. */
  except?: ReadonlySet<number>;
  /** True if the owner pays for no more today. */
  isSpent?: boolean;
  /** True if nothing is likely to arrive; alerts go out on another channel as well. */
  isDoubtful?: boolean;
};

/** Means of sending: whether this server sends e-mail, and whether an SMS service sends for the person. */
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

/** Whether a person can be reached about a device on any channel; about an outage without one. */
export type IsReachable = (userId: number, deviceId?: number) => boolean;

/**
 * Finds which of some people can be reached now. By SMS nobody is whose own account has stopped sending,
 * unless the owner of the tank pays and has not paid for all of the day.
 */
export async function findReachable(
  db: Db,
  userIds: number[],
  { hasMail, now }: Pick<Means, 'hasMail'> & { now: number },
): Promise<IsReachable> {
  if (hasMail || userIds.length === 0) return () => true;
  const targets = await db
    .selectFrom('notification_targets as t')
    .leftJoin('notification_settings as s', 's.user_id', 't.user_id')
    .select(['t.user_id', 't.channel', 't.is_simulated', 's.sms_api', 's.sms_stopped'])
    .where('t.user_id', 'in', userIds)
    .execute();
  const reaching = targets.filter((target) => {
    const hasKey = target.sms_api !== null && target.sms_stopped === null;
    return channelsReaching([target], { hasMail, hasKey }).length > 0;
  });
  const always = new Set(reaching.map(({ user_id }) => user_id));
  const phones = targets.filter(({ channel }) => channel === 'sms');
  const rest = phones.map(({ user_id }) => user_id).filter((id) => !always.has(id));
  const payments = await findPayments(db, rest, { now });
  const paid = new Set(
    payments
      .filter(({ left }) => left > 0)
      .flatMap(({ user_id, device_id }) => [`${user_id}`, `${user_id}/${device_id}`]),
  );
  return (userId, deviceId) =>
    always.has(userId) || paid.has(deviceId === undefined ? `${userId}` : `${userId}/${deviceId}`);
}

type Whom = Pick<Means, 'hasMail'> & { now: number; deviceIds?: number[] };

/**
 * Finds the targets on which a person can be reached now. An SMS about a tank whose owner pays goes by that
 * owner's account, and only such a tank is in it.
 */
export async function findUsableTargets(
  db: Db,
  userId: number,
  { hasMail, now, deviceIds }: Whom,
): Promise<UsableTarget[]> {
  const targets = await findTargets(db, userId);
  const hasPhone = targets.some(({ channel }) => channel === 'sms');
  const settings = hasPhone ? await findSettings(db, userId) : undefined;
  const hasKey = settings?.sms_api != null;
  const isDoubtful = settings?.sms_stopped != null;
  const payments = hasPhone
    ? await findPayments(db, [userId], { now, ...(deviceIds && { deviceIds }) })
    : [];
  return targets.flatMap((target): UsableTarget[] => {
    const { channel } = target;
    if (channel === 'sms') {
      const own = hasKey ? [{ ...target, channel, paidBy: null, isDoubtful } as const] : [];
      return byPayer(target, own, payments);
    }
    return isUsable(channel, { hasMail, hasKey }) ? [{ ...target, channel, paidBy: null }] : [];
  });
}

/** The ways to a phone: one by each payer who has not paid for all of the day, and by the person's own account. */
function byPayer(target: Target, own: UsableTarget[], payments: Payment[]): UsableTarget[] {
  const isOwnGood = own.some(({ isDoubtful }) => !isDoubtful);
  const taken = new Set<number>();
  const paid = [...Map.groupBy(payments, ({ payer_id }) => payer_id)].flatMap(
    ([paidBy, theirs]): UsableTarget[] => {
      const isSpent = theirs.every(({ left }) => left === 0);
      if (isSpent && isOwnGood) return [];
      const only = new Set(theirs.map(({ device_id }) => device_id));
      for (const id of only) taken.add(id);
      return [{ ...target, channel: 'sms', paidBy, only, isSpent }];
    },
  );
  return [...paid, ...own.map((each) => ({ ...each, except: taken }))];
}
