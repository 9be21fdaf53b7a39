import { createHmac } from 'node:crypto';
import type { Database } from '../../../db/database.ts';
import type { Result } from '../../../delivery/deliver.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { SignedIds } from '../../../kit/signed-ids.ts';
import type { Channel } from '../channels/channel.ts';
import type { Message } from '../message.ts';
import type { ChannelName } from '../preferences.ts';
import type { Target } from '../queries.ts';
import { findSeenDevices } from '../routing/queries.ts';
import type { Notification } from './queries.ts';

export type Channels = Partial<Record<ChannelName, Channel>>;

type SenderDeps = {
  db: Database;
  channels: Channels;
  links: SignedIds;
  /** Where people reach this server; without it messages have no link. */
  publicUrl: string | undefined;
  nameOf: (notificationId: number) => string;
};

/** Names notifications so that no two servers give the same name: a key of an SMS account may serve both. */
export function createNames(serverSecret: Buffer): (notificationId: number) => string {
  const server = createHmac('sha256', serverSecret)
    .update('kisima notification names')
    .digest('base64url')
    .slice(0, 8);
  return (id) => `ntf_${server}_${id}`;
}

/** What the delivery machine sends notifications by. */
export function createNotificationSender({ db, channels, links, publicUrl, nameOf }: SenderDeps) {
  return async (
    target: Target,
    { id, salt, body, created_at }: Notification,
    signal: AbortSignal,
  ): Promise<Result> => {
    const channel = channels[target.channel as ChannelName];
    if (!channel) return { outcome: 'failed', error: fault('noChannel') };
    const message = await withoutHidden(db, target.user_id, JSON.parse(body) as Message);
    if (!message) return { outcome: 'refused', error: fault('notShared') };
    const isOpen = message.items.some(({ phase }) => phase !== 'resolved');
    const link = isOpen && publicUrl ? `${publicUrl}/a/${links.tokenOf({ id, salt })}` : undefined;
    const outgoing = { name: nameOf(id), message, createdAt: created_at, link };
    const result = await channel.send(target, outgoing, signal);
    const isCutShort = signal.aborted && result.outcome === 'silent';
    // Cut short by us, which says nothing of the target.
    return isCutShort ? { ...result, outcome: 'failed' } : result;
  };
}

/** What a message tells of devices that its person may still see; undefined where that is nothing. */
async function withoutHidden(
  db: Database,
  userId: number,
  message: Message,
): Promise<Message | undefined> {
  if (message.items.length === 0) return message;
  const deviceIds = [...new Set(message.items.map(({ device_id }) => device_id))];
  const seen = await findSeenDevices(db.read, userId, deviceIds);
  const items = message.items.filter(({ device_id }) => seen.has(device_id));
  return items.length > 0 ? { ...message, items } : undefined;
}
