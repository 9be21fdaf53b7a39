/** Network servers of LoRaWAN whose webhooks are understood. */
export const networks = ['chirpstack', 'tts'] as const;
export type Network = (typeof networks)[number];

/** What a device sent, as its network server passes it on. */
export type Uplink = {
  network: Network;
  /** Tells it from every other uplink of the device; the same each time that it is delivered. */
  id: string;
  /** DevEUI: 16 hexadecimal digits, in upper case. */
  devEui: string;
  /** Name of the device profile (ChirpStack) or id of the model (The Things Stack). */
  profile: string | null;
  fPort: number;
  /** The payload; empty where there is none. */
  bytes: Buffer;
  /** What the decoder of the network server made of it. */
  decoded: unknown;
  /** When the network server received it, as it says. */
  receivedAt: string | null;
  /** Strongest signal at a gateway, in dBm. */
  signal: number | null;
  /** How the API of the network server calls the device, where that is not by its DevEUI. */
  address?: string;
};

/** What a network server says of a downlink that it was given. */
export type Receipt = {
  devEui: string;
  /** Names of the downlink, one of which it was given by us or answered to us. */
  names: string[];
  /** Whether the radio of the device has confirmed it. */
  isReceived: boolean;
};

/** A device has begun a new session at a network server that may empty its queue of downlinks at that. */
export type Joined = { devEui: string };

/** What a webhook was called with: an uplink, news of a downlink or of a session, or an event that says nothing of a tank. */
export type Heard =
  | { uplink: Uplink }
  | { receipt: Receipt }
  | { joined: Joined }
  | { event: string };

/** @returns undefined for what is no DevEUI; separators are forgiven. */
export function readDevEui(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = text.trim().replaceAll(/[:-]/g, '').toUpperCase();
  return /^[0-9A-F]{16}$/.test(plain) ? plain : undefined;
}

/** The forms in which an owner may have registered a DevEUI as the serial of a device. */
export function serialsOf(devEui: string): string[] {
  return [devEui, devEui.replaceAll(/..(?!$)/g, '$&-')];
}

/** Reads a payload in base64; what is none is empty. */
export function readBytes(text: unknown): Buffer {
  return typeof text === 'string' ? Buffer.from(text, 'base64') : Buffer.alloc(0);
}

type Sent = Record<string, unknown>;

/** The members of an object; none of anything else. */
export function membersOf(value: unknown): Sent {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Sent) : {};
}

/** The objects of a list; none of anything else. */
export function objectsOf(value: unknown): Sent[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

export function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

/** Strongest of the signals that gateways measured, in whole dBm within the range of a reading's field. */
export function strongest(signals: unknown[]): number | null {
  const known = signals.filter((each): each is number => Number.isFinite(each));
  if (known.length === 0) return null;
  return Math.min(0, Math.max(-150, Math.round(Math.max(...known))));
}
