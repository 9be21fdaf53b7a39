import type { Generated } from 'kysely';

/** What comes through LoRaWAN network servers; conventions as in `tables.ts`. */
export type LorawanTables = {
  lorawan_secrets: LorawanSecretsTable;
  lorawan_mappings: LorawanMappingsTable;
  lorawan_devices: LorawanDevicesTable;
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
