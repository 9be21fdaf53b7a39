import type { Generated } from 'kysely';

/** Incidents, outages, and who has read of them; conventions as in `tables.ts`. */
export type IncidentTables = {
  incidents: IncidentsTable;
  alert_reads: AlertReadsTable;
  alert_marks: AlertMarksTable;
  outage_devices: OutageDevicesTable;
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
