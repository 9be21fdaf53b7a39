import type { Tables } from './tables.ts';

/** Where the rows of a table stand in a cluster of Citus. */
export type Placement =
  /** In shards by this column; those of one column stand together, so that joins stay on one server. */
  | { kind: 'distributed'; column: 'device_id' | 'user_id' }
  /** Whole on every server, since rows of shards are joined with it. */
  | { kind: 'reference' }
  /** On the coordinator alone, as before. */
  | { kind: 'local' };

const byDevice: Placement = { kind: 'distributed', column: 'device_id' };
const byAccount: Placement = { kind: 'distributed', column: 'user_id' };
const reference: Placement = { kind: 'reference' };
const local: Placement = { kind: 'local' };

/**
 * Every table and its place; decision 16 has the reasons. The first of each column is the one that
 * the others are put beside.
 */
export const placements: Record<keyof Tables, Placement> = {
  // Written with every push.
  device_status: byDevice,
  sensors: byDevice,
  readings: byDevice,
  hourly_rollups: byDevice,
  sensor_configs: byDevice,
  pump_commands: byDevice,
  alerts: byDevice,

  sms_accounts: byAccount,
  sms_ledger: byAccount,
  sms_jobs: byAccount,
  sms_messages: byAccount,
  sms_idempotency: byAccount,
  sms_groups: byAccount,
  sms_contacts: byAccount,
  sms_opt_outs: byAccount,
  sms_webhooks: byAccount,
  sms_webhook_deliveries: byAccount,

  // Of one name in the world, hardly ever written, and joined with what is spread.
  devices: reference,
  users: reference,
  sms_keys: reference,
  sms_senders: reference,

  // Known by what no account or device is part of, and never joined with readings.
  sessions: local,
  password_resets: local,
  stream_tickets: local,
  throttles: local,
  removed_devices: local,
  sms_key_windows: local,
  sms_provider_refs: local,
  sms_early_receipts: local,
  sms_inbound: local,
};
