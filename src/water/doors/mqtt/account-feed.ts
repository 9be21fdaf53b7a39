import type { Logger } from 'pino';
import type { Db } from '../../../db/db.ts';
import { devicesSeenBy, type Viewer } from '../../access.ts';
import type { Bus } from '../../live/bus.ts';
import { contentOf, type EventType, type WrittenEvent } from '../../live/events.ts';
import { sendIfHeard } from './clients.ts';
import type { AccountPeer, Connection } from './message.ts';
import { branches, topicOf } from './topics.ts';

/** Devices that the client of an account may see, by id. */
type Seen = { byId: ReadonlyMap<number, string>; identities: ReadonlySet<string> };

type FeedDeps = { db: { read: Db }; bus: Pick<Bus, 'subscribe'>; log: Logger };

/** Events that wait for the devices of one client to be looked up. */
const mostWaiting = 500;

/** Events of which the clients of accounts get the data, and the branch on which they do. */
const told: Partial<Record<EventType, string>> = {
  reading: branches.readings,
  alert: branches.alerts,
  device: branches.presence,
};

/** Sends the clients of accounts what happens to the devices that they may see, by whichever door it came. */
export function createAccountFeed({ db, bus, log }: FeedDeps) {
  const seen = new WeakMap<AccountPeer, Seen>();
  const ends = new Map<Connection<AccountPeer>, () => void>();

  const learn = async (peer: AccountPeer): Promise<void> => {
    seen.set(peer, await findSeen(db.read, peer.viewer));
  };

  const tell = (client: Connection<AccountPeer>, event: WrittenEvent): void => {
    const branch = told[event.type];
    const { deviceId } = event;
    if (!branch || deviceId === undefined) return;
    const identity = seen.get(client.peer)?.byId.get(deviceId);
    if (identity === undefined) return;
    const topic = topicOf(identity, branch);
    void sendIfHeard(client, { topic, payload: contentOf(event), retain: false, qos: 1 });
  };

  /**
   * Creates the listener of one client. Look-ups of its devices run one after another, so that an older one undoes
   * nothing; events that come meanwhile are told by what the look-up finds, unless they are too many to be kept.
   */
  const listenFor = (client: Connection<AccountPeer>) => {
    const waiting: WrittenEvent[] = [];
    let isStale = false;
    let isLearning = false;
    let isOver = false;

    /** Ends the client: it comes back, and is refused or sees what it may. */
    const end = (): void => {
      isOver = true;
      waiting.length = 0;
      client.end();
    };

    const learnAnew = async (): Promise<void> => {
      isStale = true;
      if (isLearning) return;
      isLearning = true;
      try {
        while (isStale && !isOver) {
          isStale = false;
          await learn(client.peer);
        }
        isLearning = false;
        for (const event of waiting.splice(0)) tell(client, event);
      } catch (error) {
        log.error({ err: error }, 'the devices of a client of MQTT could not be looked up');
        end();
      }
    };

    const hear = (event: WrittenEvent): void => {
      if (isOver) return;
      if (event.type === 'devices' || event.type === 'reset') return void learnAnew();
      if (!isLearning) tell(client, event);
      else if (waiting.length < mostWaiting) waiting.push(event);
      else {
        log.warn('more waited for the devices of a client of MQTT to be looked up than is kept');
        end();
      }
    };
    return { hear, learnAnew };
  };

  return {
    learn,
    /** True if a client may see a device. */
    sees: (peer: AccountPeer, identity: string): boolean =>
      seen.get(peer)?.identities.has(identity) ?? false,
    opened: (client: Connection<AccountPeer>): void => {
      const { hear, learnAnew } = listenFor(client);
      ends.set(client, bus.subscribe(client.peer.viewer.userId, hear, undefined).end);
      // Of what has changed since it signed in, nobody told it.
      void learnAnew();
    },
    closed: (client: Connection<AccountPeer>): void => {
      ends.get(client)?.();
      ends.delete(client);
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
