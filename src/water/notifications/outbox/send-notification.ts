import { createHmac } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { Result } from '../../../delivery/deliver.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../../delivery/delivery-loop.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { SignedIds } from '../../../kit/signed-ids.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { mayAcknowledge } from '../../incidents/acknowledge-incidents.ts';
import type { Channel } from '../channels/channel.ts';
import { incidentsOf, type Message, type Other } from '../message.ts';
import { isStillPaid } from '../paying/payments.ts';
import type { ChannelName } from '../preferences.ts';
import type { Target } from '../queries.ts';
import { findSeenDevices } from '../routing/queries.ts';
import { findToldOver, type Notification, notificationQueue } from './queries.ts';
import { noteSms } from './sms-receipt-queries.ts';
import { firstAskAt } from './sms-receipts.ts';

export type Channels = Partial<Record<ChannelName, Channel>>;

type SenderDeps = {
  db: Database;
  channels: Channels;
  links: SignedIds;
  clock: Clock;
  /** Address at which people reach this server; without it messages have no link. */
  publicUrl: string | undefined;
  nameOf: (notificationId: number) => string;
};

/** Creates names that no other server uses: one key of an SMS account may serve several servers. */
export function createNames(serverSecret: Buffer): (notificationId: number) => string {
  const server = createHmac('sha256', serverSecret)
    .update('kisima notification names')
    .digest('base64url')
    .slice(0, 8);
  return (id) => `ntf_${server}_${id}`;
}

export function createNotificationSender({
  db,
  channels,
  links,
  publicUrl,
  nameOf,
  clock,
}: SenderDeps) {
  return async (
    target: Target,
    notification: Notification,
    signal: AbortSignal,
  ): Promise<Result> => {
    const { id, salt, body, created_at, paid_by } = notification;
    const channel = channels[target.channel as ChannelName];
    if (!channel) return { outcome: 'failed', error: fault('noChannel') };
    const seen = await withoutHidden(db, target.user_id, JSON.parse(body) as Message);
    if (!seen) return { outcome: 'refused', error: fault('notShared') };
    const message = await withoutOver(db, notification, seen);
    if (!message) return { outcome: 'refused', error: fault('alreadyOver') };
    if (paid_by !== null) {
      const deviceIds = [...new Set(message.items.map(({ device_id }) => device_id))];
      const payment = { userId: target.user_id, payerId: paid_by, deviceIds };
      if (!(await isStillPaid(db.read, payment))) {
        return { outcome: 'refused', error: fault('notPaid') };
      }
    }
    const hasLink = publicUrl !== undefined && (await isToAnswer(db, target.user_id, message));
    const link = hasLink ? `${publicUrl}/a/${links.tokenOf({ id, salt })}` : undefined;
    const outgoing = { name: nameOf(id), message, createdAt: created_at, link, paidBy: paid_by };
    const { sms, ...result } = await channel.send(target, outgoing, signal);
    if (sms) {
      const askAt = sms.state === 'sent' ? firstAskAt(clock()) : null;
      await noteSms(db, { id, target_id: target.id }, { ...sms, askAt });
    }
    const isCutShort = signal.aborted && result.outcome === 'silent';
    // Aborted by us, which is no fault of the target.
    return isCutShort ? { ...result, outcome: 'failed' } : result;
  };
}

/** True if something in the message lasts that the person may acknowledge. */
async function isToAnswer({ read }: Database, userId: number, message: Message): Promise<boolean> {
  const lasting = incidentsOf(message).filter(({ phase }) => phase !== 'resolved');
  const keys = lasting.map(({ device_id, incident_id }) => ({
    deviceId: device_id,
    id: incident_id,
  }));
  return await mayAcknowledge(read, userId, keys);
}

/** Leaves out the devices that the person may no longer see; undefined where nothing is left. */
async function withoutHidden(
  db: Database,
  userId: number,
  message: Message,
): Promise<Message | undefined> {
  if (message.items.length === 0) return message;
  const deviceIds = [...new Set(incidentsOf(message).map(({ device_id }) => device_id))];
  const seen = await findSeenDevices(db.read, userId, deviceIds);
  return keepOnly(message, ({ device_id }) => seen.has(device_id));
}

/** Leaves out of a message what is not kept, with a line and without; undefined where no line is left. */
function keepOnly(message: Message, isKept: (incident: Other) => boolean): Message | undefined {
  const items = message.items.filter(isKept);
  if (items.length === 0) return undefined;
  // Messages of older versions only count what has no line.
  if (message.others === undefined) return { ...message, items };
  const others = message.others.filter(isKept);
  return { ...message, items, others, more: others.length };
}

/**
 * Leaves out incidents whose end a later notification to the target has told: no alarm may arrive after its end.
 * Undefined where nothing is left.
 */
async function withoutOver(
  { read }: Database,
  notification: Notification,
  message: Message,
): Promise<Message | undefined> {
  if (notification.attempts === 0 || message.items.length === 0) return message;
  const over = await findToldOver(read, notification);
  return keepOnly(
    message,
    ({ incident_id, phase }) => phase === 'resolved' || !over.has(incident_id),
  );
}

type LoopDeps = Omit<
  Parameters<typeof createDeliveryLoop>[0],
  'name' | 'queue' | 'send' | 'random'
> &
  Parameters<typeof createNotificationSender>[0];

export function createNotificationDelivery(deps: LoopDeps): DeliveryLoop {
  const loop = createDeliveryLoop({
    ...deps,
    name: 'notification delivery',
    queue: notificationQueue,
    send: createNotificationSender(deps),
    random: Math.random,
  });
  return {
    ...loop,
    stop: async () => {
      await loop.stop?.();
      closeAll(deps.channels);
    },
  };
}

function closeAll(channels: Channels): void {
  for (const channel of Object.values(channels)) channel.close?.();
}
