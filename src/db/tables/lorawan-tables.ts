import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** What comes through LoRaWAN network servers; conventions as in `tables.ts`. */
export type LorawanTables = {
  lorawan_secrets: LorawanSecretsTable;
  lorawan_mappings: LorawanMappingsTable;
  lorawan_devices: LorawanDevicesTable;
  lorawan_servers: LorawanServersTable;
  lorawan_pumps: LorawanPumpsTable;
  lorawan_downlinks: LorawanDownlinksTable;
};

/** Secrets by which network servers post what devices sent. */
export type LorawanSecretsTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** `chirpstack` or `tts`. */
  network: string;
  /** How the secret begins. */
  prefix: string;
  secret_hash: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
};

/** How payloads are read; at most one for each device profile of an account. */
export type LorawanMappingsTable = {
  id: Generated<number>;
  user_id: number;
  /** Name of the device profile as its owner wrote it; empty for all that have no mapping of their own. */
  profile: string;
  /** The same for comparison. */
  profile_key: string;
  /** JSON: `Mapping`. */
  mapping: string;
  created_at: number;
  changed_at: number;
};

/** The last message of each device that was heard through a network server. */
export type LorawanDevicesTable = {
  device_id: number;
  /** The account whose secret it came with. */
  user_id: number;
  /** JSON: `KeptMessage`; a few kilobytes at most. */
  message: string;
  /** JSON list of the ids of the last uplinks that were stored. */
  recent_ids: string;
  heard_at: number;
};

/** Network servers by whose API downlinks go out; one of a kind for each account. */
export type LorawanServersTable = {
  id: Generated<number>;
  user_id: number;
  network: string;
  url: string;
  /** Of The Things Stack: the webhook that has the right to send. */
  webhook_id: string | null;
  /** The API key, sealed. */
  sealed_key: string;
  changed_at: number;
};

/** How the commands of a device's pump are written as downlinks. */
export type LorawanPumpsTable = {
  device_id: number;
  user_id: number;
  sensor_name: string;
  server_id: number;
  f_port: number;
  /** Frames in hexadecimal, that of `on` with places for where the run ends. */
  on_frame: string;
  off_frame: string;
  stops_by_itself: Flag;
  receipt_is_done: Flag;
  /** JSON: `Queued`, what the network server was given last; empty where that is not known. */
  queued: string;
  changed_at: number;
};

/** What is to be put into the queue of a device at its network server; columns as `delivery` has them. */
export type LorawanDownlinksTable = {
  id: Generated<number>;
  server_id: number;
  device_id: number;
  /** Ids of the commands, joined by commas. */
  wanted: string;
  created_at: number;
  due_at: number | null;
  lease_until: number | null;
  attempts: Generated<number>;
  taken_at: number | null;
  last_error: string | null;
};
