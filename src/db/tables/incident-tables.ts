import type { Generated } from 'kysely';

/** Incidents, outages, and who has read them; conventions as in `tables.ts`. */
export type IncidentTables = {
  incidents: IncidentsTable;
  alert_reads: AlertReadsTable;
  alert_marks: AlertMarksTable;
  outage_devices: OutageDevicesTable;
};

/** Incidents at a device or sensor, and notes that a person wrote: the alerts of document 1. */
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
  /** Instant when it last became news: made, worse, or back. */
  raised_at: number;
  resolved_at: number | null;
  /** Acknowledgement: when, and by whom; before `raised_at`, it was of the state at that time. */
  acknowledged_at: number | null;
  acknowledged_by: number | null;
  /** Nobody is notified of it before this instant. */
  snoozed_until: number | null;
  /** Instant when its recipients were last decided; null after each change (`water/incidents/unrouted.ts`). */
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

/** Instant up to which a person has marked all incidents of a device read. */
type AlertMarksTable = {
  device_id: number;
  user_id: number;
  /** Highest id and newest `raised_at` of the incidents at that time. */
  last_id: number;
  raised_at: number;
  read_at: number;
};

/** Devices of an outage, the one whose row the incident is included. */
export type OutageDevicesTable = {
  device_id: number;
  incident_id: number;
  /** The device of the incident's row. */
  incident_device_id: number;
  /**
   * Instant when the device was seen again, or was dropped from the outage; null while the outage lasts for
   * it.
   */
  left_at: number | null;
  /** Instant when it was last seen before the outage; null where it was noted before that was stored. */
  silent_since: number | null;
};
