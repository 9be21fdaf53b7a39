import type { Logger } from 'pino';
import type { Db } from '../../../db/db.ts';
import { devicesSeenBy, type Viewer } from '../../access.ts';
import type { Bus } from '../../live/bus.ts';
import { contentOf, type EventType, type WrittenEvent } from '../../live/events.ts';
import { type Clients, sendIfHeard } from './clients.ts';
import type { AccountPeer, Connection } from './message.ts';
import { branches, topicOf } from './topics.ts';

/** Devices that the client of an account may see, by id. */
type Seen = { byId: ReadonlyMap<number, string>; identities: ReadonlySet<string> };

type FeedDeps = {
  db: { read: Db };
  bus: Bus;
  clients: Pick<Clients, 'ofAccount'>;
  log: Logger;
};

/** Events of which the clients of accounts get the data, and the branch on which they do. */
const told: Partial<Record<EventType, string>> = {
  reading: branches.readings,
  alert: branches.alerts,
  device: branches.presence,
};

/** Sends the clients of accounts what happens to the devices that they may see, by whichever door it came. */
export function createAccountFeed({ db, bus, clients, log }: FeedDeps) {
  const seen = new WeakMap<AccountPeer, Seen>();
  const ends = new Map<number, () => void>();

  const learn = async (peer: AccountPeer): Promise<void> => {
    seen.set(peer, await findSeen(db.read, peer.viewer));
  };

  const hear = (userId: number, event: WrittenEvent): void => {
    const those = [...clients.ofAccount(userId)];
    if (event.type === 'devices' || event.type === 'reset') return void learnAll(those);
    const branch = told[event.type];
    const { deviceId } = event;
    if (!branch || deviceId === undefined) return;
    const payload = contentOf(event);
    for (const client of those) {
      const identity = seen.get(client.peer)?.byId.get(deviceId);
      if (identity === undefined) continue;
      void sendIfHeard(client, {
        topic: topicOf(identity, branch),
        payload,
        retain: false,
        qos: 1,
      });
    }
  };

  const learnAll = (those: Connection<AccountPeer>[]): void => {
    for (const client of those) {
      learn(client.peer).catch((error: unknown) => {
        // It comes back, and is refused or sees what it may.
        log.error({ err: error }, 'the devices of a client of MQTT could not be looked up');
        client.end();
      });
    }
  };

  return {
    learn,
    /** True if a client may see a device. */
    sees: (peer: AccountPeer, identity: string): boolean =>
      seen.get(peer)?.identities.has(identity) ?? false,
    opened: ({ peer }: Connection<AccountPeer>): void => {
      const { userId } = peer.viewer;
      if (ends.has(userId)) return;
      ends.set(userId, bus.subscribe(userId, (event) => hear(userId, event), undefined).end);
    },
    closed: ({ peer }: Connection<AccountPeer>): void => {
      const { userId } = peer.viewer;
      if ([...clients.ofAccount(userId)].length > 0) return;
      ends.get(userId)?.();
      ends.delete(userId);
    },
  };
}

async function findSeen(db: Db, viewer: Viewer): Promise<Seen> {
  const rows = await devicesSeenBy(db, viewer).select(['d.id', 'd.identity']).execute();
  return {
    byId: new Map(rows.map(({ id, identity }) => [id, identity])),
    identities: new Set(rows.map(({ identity }) => identity)),
  };
}
