import type { Generated } from 'kysely';
import type { Flag } from './flag.ts';

/** Devices, their shares, and their status; conventions as in `tables.ts`. */
export type DeviceTables = {
  devices: DevicesTable;
  device_groups: DeviceGroupsTable;
  group_devices: GroupDevicesTable;
  shares: SharesTable;
  device_roles: DeviceRolesTable;
  removed_devices: RemovedDevicesTable;
  device_arrivals: DeviceArrivalsTable;
  device_status: DeviceStatusTable;
  stream_tickets: StreamTicketsTable;
  device_imports: DeviceImportsTable;
  device_import_rows: DeviceImportRowsTable;
};

export type DevicesTable = {
  id: Generated<number>;
  owner_id: number;
  /** MAC or serial as it is shown. */
  mac_or_serial: string;
  /** MAC or serial for comparison, unique across all users. */
  identity: string;
  name: string | null;
  /** Drawn anew with each rotation of the API key, which is derived from the id and this. */
  key_salt: string;
  key_required: Flag;
  /** Set where its messages must be signed with the key. */
  only_signed: Generated<Flag>;
  /** Raised with each rotation of the key, so that an older key is known for that. */
  key_no: Generated<number>;
  /** Salt of the key before, and until when that one goes on; null where it does not. */
  former_salt: string | null;
  former_until: number | null;
  /** Requests that were refused for their key, each less than a day after the one before. */
  refusals: Generated<number>;
  /** Instant of the last of them, and its reason. */
  refused_at: number | null;
  refused_for: KeyRefusal | null;
  /** Readings that were refused since the last one that was taken. */
  readings_refused: Generated<number>;
  /** When the first and the last of them came, and why the last was refused, as JSON: `RefusedFor`. */
  readings_refused_since: number | null;
  readings_refused_at: number | null;
  readings_refused_for: string | null;
  /** Where a person says that it stands, and when they said so; all null where nobody has. */
  placed_latitude: number | null;
  placed_longitude: number | null;
  placed_at: number | null;
  created_at: number;
};

/** Faults of the key, or of the signature, of a device's request. */
export const keyRefusals = [
  'wrong_key',
  'missing_key',
  'unsigned',
  'wrong_signature',
  'replayed',
] as const;
export type KeyRefusal = (typeof keyRefusals)[number];

/** Ways by which a reading comes to the server. */
export const doors = ['form', 'batch', 'signed', 'mqtt', 'lorawan', 'api'] as const;
export type Door = (typeof doors)[number];

/** The doors by which readings of a device have come; conventions as in `tables.ts`. */
export type DeviceArrivalsTable = {
  device_id: number;
  door: Door;
  first_at: number;
  /** Give or take an hour. */
  last_at: number;
};

/** The first wrong field of a reading that was refused, what is wrong with it, and what it held, cut. */
export type RefusedFor = { field: string; message: string; sent: string | null };

/** Devices of one owner that belong together: an estate, a village. */
export type DeviceGroupsTable = {
  id: Generated<number>;
  owner_id: number;
  name: string;
  created_at: number;
};

type GroupDevicesTable = { group_id: number; device_id: number };

/** A role of a person at a device or a group, given or offered. */
export type SharesTable = {
  id: Generated<number>;
  /** One of these two; the other is null. */
  device_id: number | null;
  group_id: number | null;
  /** Rank of the role (`water/access.ts`); that of the owner where the device is to change hands. */
  role: number;
  /** Addressee: an e-mail, also in the form for comparison, or a phone, `254…`. */
  email: string | null;
  email_key: string | null;
  phone: string | null;
  /** Input of the derivation of its code, beside the id. */
  salt: string;
  /** The person who has accepted it. */
  user_id: number | null;
  /** The device that a new owner takes over; null unless the device changes hands. */
  keep_history: Flag | null;
  keep_shares: Flag | null;
  invited_by: number;
  created_at: number;
  /** Of an invitation; null once it was accepted. */
  expires_at: number | null;
  accepted_at: number | null;
  /** Most SMS within 24 hours that the owner's account pays for; null where it pays for none. */
  sms_paid_a_day: Generated<number | null>;
};

/**
 * Roles of people at a device: its owner, and everybody it is shared with, each with the highest role of
 * their shares. Follows from the tables above; see `water/device-roles.ts`.
 */
export type DeviceRolesTable = {
  user_id: number;
  device_id: number;
  role: number;
};

/** Removed devices whose data is still to be deleted, in steps. */
type RemovedDevicesTable = {
  device_id: number;
  removed_at: number;
};

export type DeviceStatusTable = {
  device_id: number;
  last_seen_at: number | null;
  /** Memory of its clock; see `water/device-clock.ts`. */
  clock: Generated<string>;
  /** Memory of its counts, where it has no clock; see `water/boot-times.ts`. */
  boots: Generated<string>;
  /** Memory of its signed messages; see `water/signed-counter.ts`. */
  signed: Generated<string>;
  /** Its gaps between signs of it; see `water/rhythm.ts`. */
  rhythm: Generated<string>;
  /** Silence after which it counts as offline, in milliseconds; null while that is not known. */
  silent_after_ms: number | null;
  /** What its people say of that; null where its rhythm decides. */
  silent_after_minutes: number | null;
  /**
   * When it will count as silent or a little before that, for the indexes of the silence watch; see
   * `water/presence.ts`.
   */
  silent_about: number | null;
  /**
   * `last_seen_at` when the device was found silent; null while it is not. Written by the silence watch
   * alone.
   */
  silent_since: number | null;
  /** The newest reading that carried a position, and when it was recorded. */
  latitude: number | null;
  longitude: number | null;
  located_at: number | null;
  /** Percent and dBm, each as last pushed, and the instant of the newest of them. */
  battery_percent: number | null;
  signal_dbm: number | null;
  health_at: number | null;
  /** Memory of the detectors of the device; see `water/detectors/watch.ts`. */
  watch: Generated<string>;
};

/** Tickets that open a stream of live events: valid once, and while its session is. */
export type StreamTicketsTable = {
  /** SHA-256 of the ticket, in hexadecimal. */
  token_hash: string;
  session_id: string;
  expires_at: number;
};

/** A file of devices whose lines are registered one after another. */
export type DeviceImportsTable = {
  id: Generated<number>;
  user_id: number;
  /** Address from which it was sent, for the log of its devices. */
  address: string;
  file_name: string | null;
  /** SHA-256 of the file: the same file of a person is the same import. */
  digest: string;
  line_count: number;
  /** Lines of each outcome so far. */
  registered: Generated<number>;
  known: Generated<number>;
  refused: Generated<number>;
  created_at: number;
  /** Instant from which all lines are stored; null while they are being stored. */
  ready_at: number | null;
  finished_at: number | null;
  cancelled_at: number | null;
};

/** `unreadable`: refused for good, since no other time can help. */
export type ImportRowStatus = 'open' | 'registered' | 'known' | 'refused' | 'unreadable';

export type DeviceImportRowsTable = {
  import_id: number;
  /** Of the file, from 1. */
  line: number;
  /** What it says by column, as JSON. */
  cells: string;
  status: ImportRowStatus;
  device_id: number | null;
  /** Its wrong columns, as JSON of `FieldError`; null without any. */
  errors: string | null;
};
