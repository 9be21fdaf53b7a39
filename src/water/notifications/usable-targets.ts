import type { Db } from '../../db/db.ts';
import { findPayments, type Payment } from './paying/payments.ts';
import { type ChannelName, channelNames } from './preferences.ts';
import { findRulesOf, findSettings, findTargets, type Target } from './queries.ts';

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
  /** True if nothing can be sent there: what it would be told takes another channel. */
  isBarred?: boolean;
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

/** What somebody is to be reached about: an incident at a device. */
type About = { device_id: number; severity: string; kind: string };

/** Whether a person would be told of an incident now, on any channel. */
export type IsReachable = (userId: number, about: About) => boolean;

/**
 * Finds which of some people can be reached now, each by the channels that their rules give to the severity.
 * By SMS nobody is whose own account has stopped sending, unless the owner of the tank pays and has not paid
 * for all of the day.
 */
export async function findReachable(
  db: Db,
  userIds: number[],
  { hasMail, now, deviceIds }: Pick<Means, 'hasMail'> & { now: number; deviceIds: number[] },
): Promise<IsReachable> {
  if (userIds.length === 0) return () => false;
  const rulesOf = await findRulesOf(db, userIds, deviceIds);
  const targets = await db
    .selectFrom('notification_targets as t')
    .leftJoin('notification_settings as s', 's.user_id', 't.user_id')
    .select(['t.user_id', 't.channel', 't.is_simulated', 's.sms_api', 's.sms_stopped'])
    .where('t.user_id', 'in', userIds)
    .execute();
  const byUser = Map.groupBy(targets, ({ user_id }) => user_id);
  const phones = new Set(
    targets.filter(({ channel }) => channel === 'sms').map(({ user_id }) => user_id),
  );
  const payments = await findPayments(db, [...phones], { now });
  const paid = new Set(
    payments
      .filter(({ left }) => left > 0)
      .flatMap(({ user_id, device_id }) => [`${user_id}`, `${user_id}/${device_id}`]),
  );
  return (userId, about) => {
    const own = byUser.get(userId) ?? [];
    const [sender] = own;
    const key = about.kind === 'outage' ? `${userId}` : `${userId}/${about.device_id}`;
    const isOwnGood = sender?.sms_api != null && sender.sms_stopped === null;
    const reaching = channelsReaching(own, { hasMail, hasKey: isOwnGood });
    if (phones.has(userId) && paid.has(key)) reaching.push('sms');
    const rules = rulesOf(userId, about.device_id);
    const takes = (name: ChannelName) => rules[name].some((each) => each === about.severity);
    // What would go by an SMS that does not arrive takes another channel.
    const isMoved = phones.has(userId) && takes('sms') && reaching.length > 0;
    return isMoved || reaching.some(takes);
  };
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

/**
 * The ways to a phone: one by each payer who has not paid for all of the day, and by the person's own account. Without
 * that the phone stays, barred: its person counts as reached (`findReachable`), so alerts that nobody pays for have to
 * go another way.
 */
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
  const barred = {
    ...target,
    channel: 'sms',
    paidBy: null,
    isDoubtful: true,
    isBarred: true,
  } as const;
  const rest = own.length > 0 ? own : [barred];
  return [...paid, ...rest.map((each) => ({ ...each, except: taken }))];
}
