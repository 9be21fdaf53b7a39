import type { AccountPeer, Connection, DevicePeer, MqttMessage } from './message.ts';
import type { ClientConnection } from './policy.ts';
import { selects } from './topics.ts';

/** Clients that have signed in, by their device and by their account. */
export type Clients = {
  add: (client: ClientConnection) => void;
  remove: (client: ClientConnection) => void;
  ofDevice: (deviceId: number) => Iterable<Connection<DevicePeer>>;
  ofIdentity: (identity: string) => Connection<DevicePeer>[];
  ofAccount: (userId: number) => Iterable<Connection<AccountPeer>>;
  /** True if an account has as many clients as it may. */
  isFull: (userId: number) => boolean;
  accounts: () => Iterable<Connection<AccountPeer>>;
  devices: () => Iterable<Connection<DevicePeer>>;
  size: () => number;
};

/** A device that comes back before its old connection is found dead has two; more than these are not its own. */
const mostOfDevice = 4;

/** Clients of an account: each hears all events of its devices. A house has a few programs, and a phone or two. */
export const mostOfAccount = 50;

export function createClients(): Clients {
  const byDevice = new Map<number, Set<Connection<DevicePeer>>>();
  const byIdentity = new Map<string, Set<Connection<DevicePeer>>>();
  const byAccount = new Map<number, Set<Connection<AccountPeer>>>();
  let size = 0;

  return {
    add: (client) => {
      size += 1;
      if (isOfDevice(client)) {
        const { id, identity } = client.peer;
        const all = addTo(byDevice, id, client);
        addTo(byIdentity, identity, client);
        const [oldest] = all;
        if (all.size > mostOfDevice && oldest) oldest.end();
      } else if (isOfAccount(client)) {
        const all = addTo(byAccount, client.peer.viewer.userId, client);
        // Some that sign in at once may all find a place.
        if (all.size > mostOfAccount) client.end();
      }
    },
    remove: (client) => {
      size -= 1;
      if (isOfDevice(client)) {
        const { id, identity } = client.peer;
        dropFrom(byDevice, id, client);
        dropFrom(byIdentity, identity, client);
      } else if (isOfAccount(client)) dropFrom(byAccount, client.peer.viewer.userId, client);
    },
    ofDevice: (deviceId) => byDevice.get(deviceId) ?? [],
    ofIdentity: (identity) => [...(byIdentity.get(identity) ?? [])],
    ofAccount: (userId) => byAccount.get(userId) ?? [],
    isFull: (userId) => (byAccount.get(userId)?.size ?? 0) >= mostOfAccount,
    accounts: () => [...byAccount.values()].flatMap((all) => [...all]),
    devices: () => [...byDevice.values()].flatMap((all) => [...all]),
    size: () => size,
  };
}

function addTo<K, C>(all: Map<K, Set<C>>, key: K, client: C): Set<C> {
  const known = all.get(key) ?? new Set();
  all.set(key, known.add(client));
  return known;
}

function dropFrom<K, C>(all: Map<K, Set<C>>, key: K, client: C): void {
  const known = all.get(key);
  known?.delete(client);
  if (known?.size === 0) all.delete(key);
}

export function isOfDevice(client: ClientConnection): client is Connection<DevicePeer> {
  return client.peer.kind === 'device';
}

export function isOfAccount(client: ClientConnection): client is Connection<AccountPeer> {
  return client.peer.kind === 'account';
}

/** Sends a message to a client that has subscribed to its topic; resolves once that is on its way, or goes to nobody. */
export async function sendIfHeard(client: Connection, message: MqttMessage): Promise<void> {
  const { topic } = message;
  // Most subscribe to whole topics, and some to thousands.
  const isHeard =
    client.filters.has(topic) || client.filters.values().some((filter) => selects(filter, topic));
  if (isHeard) await new Promise<void>((resolve) => client.send(message, resolve));
}
