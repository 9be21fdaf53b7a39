import type { Selectable } from 'kysely';
import type { IncidentsTable, PumpCommandsTable } from '../db/tables/tables.ts';

/** A device that was heard of, or has fallen silent. */
export type DeviceSeen = { deviceId: number; lastSeenAt: number };

/**
 * What rooms tell those who watch a dashboard, each time after it is durable. Telling costs next to
 * nothing while nobody listens, never fails and never waits.
 */
export type LivePublisher = {
  commandsChanged: (commands: Omit<Selectable<PumpCommandsTable>, 'next_at'>[]) => void;
  alertsRaised: (alerts: Selectable<IncidentsTable>[]) => void;
  /** Alerts of a device were read or deleted. */
  alertsRead: (deviceId: number) => void;
  cameOnline: (devices: DeviceSeen[]) => void;
  wentOffline: (devices: DeviceSeen[]) => void;
  /** Which devices an account has, or how they are called or configured, has changed. */
  devicesChanged: (accountId: number) => void;
  deviceRemoved: (device: { id: number; owner_id: number }) => void;
};
