import type { Viewer } from '../../access.ts';

/** One message of MQTT that the server sends. */
export type MqttMessage = { topic: string; payload: string; retain: boolean; qos: 0 | 1 };

/** One that a client has published: its bytes, since a signature is over what was sent. */
export type PublishedMessage = Omit<MqttMessage, 'payload'> & { payload: Buffer };

/** What the door needs of a broker, embedded or external. */
export type Broker = {
  /**
   * Passes a message on to the clients that subscribe to its topic and may read it; resolves once the broker has it.
   * A retained one with an empty payload takes back the one before.
   */
  publish: (message: MqttMessage) => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Finds by what commands are sealed for a device that signs; undefined while nothing was taken of it by a key that
 * is good.
 */
export type Seal = () => Promise<((topic: string, payload: string) => string) | undefined>;

/** A device, as it signed in. */
export type DevicePeer = {
  kind: 'device';
  id: number;
  /** As it is compared and found. */
  identity: string;
  apiKey: string | undefined;
  /** Set where it signs in place of showing a key, and takes only what is sealed for it. */
  seal?: Seal;
};

/** The program of an account that looks at devices and may operate them. */
export type AccountPeer = {
  kind: 'account';
  viewer: Viewer;
  /** Token of the program that signed in. */
  tokenId: number;
};

/** Who sends: a client of an external broker is known to that broker alone. */
export type Peer = DevicePeer | AccountPeer | { kind: 'broker' };

/** A connection of a client that has signed in. */
export type Connection<P extends Peer = Peer> = {
  readonly peer: P;
  /** Topic filters that it has subscribed to. */
  readonly filters: ReadonlySet<string>;
  /**
   * Sends it a message; one that it does not take in time ends the connection.
   * @param written is called once that is on its way, before all that is sent later.
   */
  send: (message: MqttMessage, written?: () => void) => void;
  end: () => void;
  isOpen: () => boolean;
};

/**
 * What a broker does with a message: `acknowledge` it, also where what it holds was refused for good; treat it as
 * `forbidden`, since its sender may not publish there; or make it come `again`, by ending the connection without an
 * acknowledgement.
 */
export type Outcome = 'acknowledge' | 'forbidden' | 'again';

/** What another room has in topics of its own, such as Home Assistant. */
export type MqttRoom = {
  /** The identity of the device that a topic of this room is about; undefined where it is none of its topics. */
  deviceOf: (topic: string) => string | undefined;
  /** True if clients of accounts may subscribe to a topic filter for the sake of this room. */
  mayRead: (filter: string) => boolean;
  /**
   * Takes a message of an account's client, or of any that an external broker lets publish; undefined where the
   * topic is none of this room.
   */
  take: (message: PublishedMessage, sender: Peer) => Promise<Outcome> | undefined;
  /** Is told that a client of an account has subscribed to topics, which it has just now been granted. */
  subscribed?: (client: Connection<AccountPeer>) => void;
  /** Is told that the client of an account has gone. */
  closed?: (client: Connection<AccountPeer>) => void;
  /** Topic filters that are subscribed to at an external broker. */
  filters: readonly string[];
  /** Those of messages that mean the moment in which they are sent: no broker is to keep them for later. */
  fleeting: readonly string[];
  /** Filters of messages of its own that an external broker keeps, and what is told of each as the server connects. */
  kept?: { filters: readonly string[]; found: (message: PublishedMessage) => void };
};
