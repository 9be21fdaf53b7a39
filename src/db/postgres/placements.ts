import { type Kysely, sql } from 'kysely';
import { StartError } from '../../kit/start-error.ts';
import type { Tables } from '../tables/tables.ts';

/** Place of a table's rows in a cluster of Citus. */
export type Placement =
  /** In shards by this column; shards of one column are on the same servers, so that joins stay on one. */
  | { kind: 'distributed'; column: 'device_id' | 'user_id' }
  /** Whole on every server, for joins with rows of shards. */
  | { kind: 'reference' }
  /** On the coordinator alone. */
  | { kind: 'local' };

const byDevice: Placement = { kind: 'distributed', column: 'device_id' };
const byAccount: Placement = { kind: 'distributed', column: 'user_id' };
const reference: Placement = { kind: 'reference' };
const local: Placement = { kind: 'local' };

/**
 * Place of every table; decision 16 has the reasons. The first of each column is the one that the others
 * are put beside.
 */
export const placements: Record<keyof Tables, Placement> = {
  // Written with every push.
  device_status: byDevice,
  sensors: byDevice,
  readings: byDevice,
  packed_readings: byDevice,
  hourly_rollups: byDevice,
  refills: byDevice,
  refill_sources: byDevice,
  tanker_receipts: byDevice,
  corrections: byDevice,
  use_habits: byDevice,
  sensor_configs: byDevice,
  pump_commands: byDevice,
  incidents: byDevice,
  alert_reads: byDevice,
  alert_marks: byDevice,
  outage_devices: byDevice,
  removed_sensors: byDevice,

  sms_groups: byAccount,
  sms_contacts: byAccount,
  sms_opt_outs: byAccount,

  // Unique in the whole installation, hardly ever written, and joined with spread tables.
  devices: reference,
  device_roles: reference,
  device_groups: reference,
  group_devices: reference,

  // The outbox and the tables written with it in one transaction: one queue that processes share by SKIP
  // LOCKED, which Citus has within one shard only.
  sms_messages: local,
  sms_claimers: local,
  sms_jobs: local,
  sms_rejections: local,
  sms_accounts: local,
  sms_provider_money: local,
  sms_ledger: local,
  sms_forgotten: local,
  sms_counts: local,
  sms_counted: local,
  sms_idempotency: local,
  sms_provider_refs: local,
  sms_early_receipts: local,
  sms_receipt_id_forms: local,
  sms_webhooks: local,
  sms_webhook_deliveries: local,

  // They grow with people, if at all, and are not joined with spread tables.
  users: local,
  sessions: local,
  program_tokens: local,
  lorawan_secrets: local,
  lorawan_mappings: local,
  lorawan_devices: local,
  lorawan_servers: local,
  lorawan_pumps: local,
  lorawan_downlinks: local,
  device_arrivals: local,
  known_devices: local,
  password_resets: local,
  phone_codes: local,
  second_factors: local,
  second_factor_uses: local,
  recovery_codes: local,
  stream_tickets: local,
  shares: local,
  device_imports: local,
  device_import_rows: local,
  throttles: local,
  storage_probes: local,
  database_home: local,
  audit_entries: local,
  // Kept by person, and written together: the outbox of one queue.
  notification_settings: local,
  notification_rules: local,
  notification_targets: local,
  incident_recipients: local,
  notifications: local,
  sms_questions: local,
  phone_words: local,
  removed_devices: local,
  sms_keys: local,
  sms_key_windows: local,
  sms_trial_windows: local,
  sms_senders: local,
  sms_inbound: local,
  sms_inbound_marks: local,
};

/** True if this is a PostgreSQL with Citus on which `kisima migrate --distribute` has been run. */
export async function areReadingsSpread(db: Kysely<Tables>): Promise<boolean> {
  return (await findSpread(db)).has('readings');
}

/**
 * For a server: statements over tables of which only some are spread would fail, or be slow.
 * @throws StartError if `kisima migrate --distribute` has not come to its end.
 */
export async function refuseHalfSpread(db: Kysely<Tables>): Promise<void> {
  const spread = await findSpread(db);
  const wanted = Object.entries(placements).flatMap(([table, { kind }]) =>
    kind === 'local' ? [] : [table],
  );
  const missing = wanted.filter((table) => !spread.has(table));
  if (missing.length === 0 || missing.length === wanted.length) return;
  throw new StartError(
    `Only a part of the tables is spread over the cluster: ${missing.join(', ')} are not. ` +
      'Run kisima migrate --distribute again, which goes on from there.',
  );
}

/** The tables that Citus has in shards, or whole on each server. */
async function findSpread(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ isCitus: boolean }>`
    select to_regclass('citus_tables') is not null as "isCitus"`.execute(db);
  if (!rows[0]?.isCitus) return new Set();
  const { rows: found } = await sql<{ name: string }>`
    select table_name::text as name from citus_tables
    where citus_table_type in ('distributed', 'reference')`.execute(db);
  return new Set(found.map(({ name }) => name));
}
