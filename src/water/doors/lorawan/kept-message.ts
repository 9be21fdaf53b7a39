import type { Network, Uplink } from './uplink.ts';

/** The last message of a device, as it is kept for its owner to edit a mapping by. */
export type KeptMessage = {
  network: Network;
  profile: string | null;
  f_port: number;
  /** Base64. */
  data: string;
  /** Left out where it is too large to be kept. */
  decoded: unknown;
  received_at: string | null;
  signal_dbm: number | null;
  /** How the API of the network server calls the device; not shown. */
  address?: string;
};

/** Bytes of a frame of LoRaWAN are 242 at most. */
const mostBytes = 256;
const mostDecoded = 4000;
const longestProfile = 100;
const longestInstant = 40;
const longestAddress = 100;

/** What is kept of an uplink: a few kilobytes, whatever was sent. */
export function keptOf(uplink: Uplink): KeptMessage {
  const { network, profile, fPort, bytes, decoded, receivedAt, signal, address } = uplink;
  return {
    network,
    profile: profile?.slice(0, longestProfile) ?? null,
    f_port: Number.isInteger(fPort) ? fPort : 0,
    data: bytes.subarray(0, mostBytes).toString('base64'),
    decoded: (JSON.stringify(decoded) ?? '').length > mostDecoded ? null : (decoded ?? null),
    received_at: receivedAt?.slice(0, longestInstant) ?? null,
    signal_dbm: signal,
    ...(address !== undefined && { address: address.slice(0, longestAddress) }),
  };
}

/** A kept message as mappings read it. */
export function payloadOf({ data, decoded, f_port, received_at, signal_dbm }: KeptMessage) {
  return {
    bytes: Buffer.from(data, 'base64'),
    decoded,
    fPort: f_port,
    receivedAt: received_at,
    signal: signal_dbm,
  };
}

/** Ids of uplinks that are remembered of a device: those of a network server that repeats come soon. */
const mostIds = 20;

/** The remembered ids with one more; the oldest go. */
export function withId(ids: readonly string[], id: string): string[] {
  return [...ids.filter((each) => each !== id), id].slice(-mostIds);
}
