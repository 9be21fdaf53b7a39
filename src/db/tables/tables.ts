import type { Generated } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { Flag } from './flag.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { MaybeReadingValues, ReadingValues } from './reading-fields.ts';
import type { SmsTables } from './sms-tables.ts';

/**
 * Every table as the queries see it, the same on both engines: instants are epoch milliseconds,
 * booleans 0 or 1, levels percent of capacity, volumes litres.
 *
 * Tables that grow with the devices carry `device_id` first in their key, so that they can be
 * spread over several servers by it.
 */
export type Tables = AccountTables &
  SmsTables &
  NotificationTables & {
    devices: DevicesTable;
    device_groups: DeviceGroupsTable;
    group_devices: GroupDevicesTable;
    shares: SharesTable;
    device_roles: DeviceRolesTable;
    removed_devices: RemovedDevicesTable;
    device_status: DeviceStatusTable;
    sensors: SensorsTable;
    removed_sensors: RemovedSensorsTable;
    sensor_configs: SensorConfigsTable;
    readings: ReadingsTable;
    hourly_rollups: HourlyRollupsTable;
    refills: RefillsTable;
    refill_sources: RefillSourcesTable;
    tanker_receipts: TankerReceiptsTable;
    pump_commands: PumpCommandsTable;
    incidents: IncidentsTable;
    alert_reads: AlertReadsTable;
    alert_marks: AlertMarksTable;
    outage_devices: OutageDevicesTable;
    stream_tickets: StreamTicketsTable;
    storage_probes: StorageProbesTable;
  };

/** What opens a stream of live events: good once, and for as long as its session is. */
export type StreamTicketsTable = {
  /** SHA-256 of the ticket, in hexadecimal. */
  token_hash: string;
  session_id: string;
  expires_at: number;
};

/** Holds a row only while a probe runs, which writes it and takes it away. */
type StorageProbesTable = { filling: string };

export type DevicesTable = {
  id: Generated<number>;
  owner_id: number;
  /** MAC or serial as it is answered. */
  mac_or_serial: string;
  /** MAC or serial as it is compared, unique across all users. */
  identity: string;
  name: string | null;
  /** Counts rotations of the API key, which is derived from the id and this. */
  key_version: number;
  /** Whether pushes, polls and acks of this device must carry the key. */
  key_required: Flag;
  created_at: number;
};

/** Devices of one owner that belong together: an estate, a village. */
export type DeviceGroupsTable = {
  id: Generated<number>;
  owner_id: number;
  name: string;
  created_at: number;
};

type GroupDevicesTable = { group_id: number; device_id: number };

/** A device or a group that a person was given a role at, or is invited to. */
export type SharesTable = {
  id: Generated<number>;
  /** One of these two; the other is null. */
  device_id: number | null;
  group_id: number | null;
  /** Rank of the role (`water/access.ts`); that of the owner where the device is to change hands. */
  role: number;
  /** Whom it is addressed to: an e-mail, also as it is compared, or a phone, `254…`. */
  email: string | null;
  email_key: string | null;
  phone: string | null;
  /** Who has accepted it. */
  user_id: number | null;
  /** What a new owner is to find; null unless the device changes hands. */
  keep_history: Flag | null;
  keep_shares: Flag | null;
  invited_by: number;
  created_at: number;
  /** Of an invitation; null once it was accepted. */
  expires_at: number | null;
  accepted_at: number | null;
};

/**
 * Who may do what with a device: its owner, and all whom it is shared with, each with the highest role
 * that shares give them. Follows from the tables above; see `water/device-roles.ts`.
 */
export type DeviceRolesTable = {
  user_id: number;
  device_id: number;
  /** Rank of the role. */
  role: number;
};

/** Devices that are gone and whose data still has to go, a little at a time. */
type RemovedDevicesTable = {
  device_id: number;
  removed_at: number;
};

export type DeviceStatusTable = {
  device_id: number;
  last_seen_at: number | null;
  /** `last_seen_at` or a little before it, for the indexes of the watch; see `water/presence.ts`. */
  seen_about: number | null;
  /** `last_seen_at` when the device was found silent; null while it is not. Written by the watch alone. */
  silent_since: number | null;
  /** The newest reading that carried a position, and when it was recorded. */
  latitude: number | null;
  longitude: number | null;
  located_at: number | null;
  /** Percent and dBm, each as it was last pushed, and when the newest of them was measured. */
  battery_percent: number | null;
  signal_dbm: number | null;
  health_at: number | null;
  /** What detectors remember of the device; see `water/detectors/watch.ts`. */
  watch: Generated<string>;
};

/** A sensor with its latest reading and what the rules remember of it; written by the recorder. */
export type SensorsTable = MaybeReadingValues & {
  device_id: number;
  /** Counts the device's sensors from 1; short, since every reading carries it. */
  sensor_no: number;
  name: string;
  recorded_at: number | null;
  /** What detectors remember of the sensor; see `water/detectors/watch.ts`. */
  watch: string;
  /** `on`/`off` thresholds while the server steers the pump, else null. */
  auto_on_below: number | null;
  auto_off_above: number | null;
  /** What is known of the pump, as `water/rules/pump-state.ts` packs it; null where nothing is. */
  pump_state: string | null;
  /** When a pump that runs is to be looked at, whether or not readings come. */
  pump_check_at: number | null;
};

/** Sensors that are gone and whose data still has to go, a little at a time. */
export type RemovedSensorsTable = {
  device_id: number;
  /** Not given to another sensor while it stands here. */
  sensor_no: number;
  sensor_name: string;
  /** Ids: the device's incidents and commands of this name up to these were the sensor's. */
  last_incident_id: number;
  last_command_id: number;
  removed_at: number;
};

export type SensorConfigsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_name: string;
  capacity: number;
  high_threshold: number;
  low_threshold: number;
  /** A `ConfiguredTank` as JSON, or null where only its capacity is known. */
  tank: string | null;
  /** When water comes, as `water/sensor-configs/supply.ts` reads it; null where it is not stated. */
  supply: string | null;
  /** Kinds of incident that are switched off for the sensor, with commas between. */
  muted_kinds: Generated<string>;
  /** The longest that the pump may run, and the shortest that it must rest; as usual where null. */
  pump_max_minutes: number | null;
  pump_rest_minutes: number | null;
  /** The tank that the pump takes its water from, as JSON (`water/rules/source-tank.ts`); null for none. */
  fills_from: string | null;
  created_at: number;
  updated_at: number;
};

export type ReadingsTable = ReadingValues & {
  device_id: number;
  sensor_no: number;
  recorded_at: number;
};

/** What one sensor did in one hour of UTC. */
export type HourlyRollupsTable = {
  device_id: number;
  sensor_no: number;
  /** Start of the hour. */
  hour: number;
  count: number;
  level_min: number;
  level_max: number;
  level_sum: number;
  first_at: number;
  first_level: number;
  first_volume: number | null;
  last_at: number;
  last_level: number;
  last_volume: number | null;
  consumed_level: number;
  refilled_level: number;
  consumed_volume: number;
  refilled_volume: number;
  /** What of the consumption came to pass while the sensor was silent. */
  gap_level: number;
  gap_volume: number;
  /** Readings that were refused. */
  suspects: number;
  /** Standard deviation of the sensor's noise at the end of the hour, in percent. */
  noise: number;
  /** The ledger's tracker as it stood at the end of the hour; see `water/ledger/tracker-text.ts`. */
  tracker: string;
};

/** Refills of a tank, by the hour in which they were known to have ended. */
export type RefillsTable = {
  device_id: number;
  sensor_no: number;
  hour: number;
  begun_at: number;
  ended_at: number;
  level_before: number;
  level_after: number;
  /** What the level rose by; what was drawn meanwhile came in beside it. */
  risen_level: number;
  risen_volume: number;
};

/** Where the water of a refill came from, as its owner says. */
export type RefillSourcesTable = {
  device_id: number;
  sensor_no: number;
  /** An instant of the refill, its begin as a rule: what is known of it may change with late readings. */
  begun_at: number;
  source: string;
};

/** What a tanker was paid for. */
export type TankerReceiptsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_no: number;
  received_at: number;
  litres: number;
  supplier: string | null;
  /** Shillings, for all of it. */
  price: number | null;
  created_at: number;
};

export type PumpCommandsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_name: string;
  command: string;
  turn_on_below: number | null;
  turn_off_above: number | null;
  status: string;
  source: string;
  created_at: number;
  /** A pending command is dead from here on, whether or not the sweep has said so. */
  expires_at: number;
  /** Of a `schedule` that the server keeps: its times as JSON, and when it has to act next. */
  schedule: string | null;
  next_at: number | null;
  delivered_at: number | null;
  acknowledged_at: number | null;
};

/** What went wrong at a device or sensor, and a note that a person wrote: the alerts of document 1. */
export type IncidentsTable = {
  id: Generated<number>;
  device_id: number;
  sensor_name: string | null;
  /** See `water/incidents/kinds.ts`, also for the facts, which are JSON. */
  kind: string;
  facts: string;
  type: string;
  severity: string;
  source: string;
  created_at: number;
  /** When it was last news: made, gone worse, or come back. */
  raised_at: number;
  resolved_at: number | null;
  /** When somebody took it upon himself, and who; before `raised_at`, it was of what was known then. */
  acknowledged_at: number | null;
  acknowledged_by: number | null;
  /** Until then nobody is to be told of it. */
  snoozed_until: number | null;
  /** When it was decided who is to be told of it as it is now; null after each change. */
  routed_at: Generated<number | null>;
};

/** An incident that a person has read, as it was then; news since make it unread again. */
type AlertReadsTable = {
  device_id: number;
  user_id: number;
  incident_id: number;
  /** The incident's, when it was read. */
  raised_at: number;
  read_at: number;
};

/** Up to where a person has marked all incidents of a device read. */
type AlertMarksTable = {
  device_id: number;
  user_id: number;
  /** The highest id and the newest `raised_at` of the incidents that there were. */
  last_id: number;
  raised_at: number;
  read_at: number;
};

/** Devices that an outage befell, the one whose row the incident is included. */
export type OutageDevicesTable = {
  device_id: number;
  incident_id: number;
  /** The device of the incident's row. */
  incident_device_id: number;
  /** When the device was seen again, or was left behind by the others; null while the outage lasts for it. */
  left_at: number | null;
};
