import type {
  AccountPeer,
  Broker,
  Connection,
  DevicePeer,
  Outcome,
  PublishedMessage,
} from './message.ts';

/** What a client shows as it connects. */
export type Credentials = { userName: string; password: string | undefined };

export type ClientPeer = DevicePeer | AccountPeer;
export type ClientConnection = Connection<ClientPeer>;

/** Why a packet, a client or a message was turned away; the reasons that metrics count. */
export const turnedAway = [
  'too_many',
  'slow_connect',
  'sign_in',
  'unproven',
  'too_large',
  'qos_2',
  'publish',
  'subscribe',
  'unread',
] as const;
export type TurnedAway = (typeof turnedAway)[number];

/** What the embedded broker asks of the door. */
export type BrokerPolicy = {
  /** @throws ApiError where the client is not let in. */
  signIn: (credentials: Credentials) => Promise<ClientPeer>;
  mayRead: (peer: ClientPeer, filter: string) => boolean;
  /** Whether a client gets a message of a topic that it has subscribed to. */
  mayGet: (peer: ClientPeer, topic: string) => boolean;
  /**
   * Takes a message; what it may hold is acknowledged only once this has resolved.
   * @param publish publishes at the broker, as the server.
   */
  take: (
    message: PublishedMessage,
    from: ClientConnection,
    publish: Broker['publish'],
  ) => Promise<Outcome>;
  /** @param address of the network that it comes from. */
  opened: (connection: ClientConnection, address: string) => void;
  subscribed: (connection: ClientConnection) => void;
  /** Called at the end of each connection that was opened. */
  closed: (connection: ClientConnection) => void;
  turnedAway: (why: TurnedAway) => void;
};
