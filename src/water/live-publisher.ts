import type { Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Door } from '../db/tables/device-tables.ts';
import type { IncidentsTable } from '../db/tables/incident-tables.ts';
import type { PumpCommandsTable } from '../db/tables/tank-tables.ts';
import type { Clock } from '../kit/time/clock.ts';

/** That a reading of a device came by a door, epoch ms. */
export type Arrival = { deviceId: number; door: Door; at: number };

export type DeviceSeen = { deviceId: number; lastSeenAt: number };

/**
 * Receives changes for dashboards, each once it is durable. A call costs next to nothing while nobody
 * listens, never fails and never waits.
 */
export type LivePublisher = {
  commandsChanged: (commands: Omit<Selectable<PumpCommandsTable>, 'next_at'>[]) => void;
  /** Alerts were raised, or have got worse, come back, been acknowledged, snoozed or resolved. */
  alertsChanged: (alerts: Selectable<IncidentsTable>[]) => void;
  /** A person has read alerts that stand under these devices. */
  alertsRead: (deviceIds: readonly number[], userId: number) => void;
  alertsDeleted: (deviceIds: readonly number[]) => void;
  /** Readings of devices were stored that came by these doors. */
  readingsArrived: (arrivals: Arrival[]) => void;
  cameOnline: (devices: DeviceSeen[]) => void;
  wentOffline: (devices: DeviceSeen[]) => void;
  /** The name or configuration of a device has changed. */
  deviceChanged: (deviceId: number) => void;
  /** People have got further devices or groups, and lost none. */
  devicesChanged: (userIds: readonly number[]) => void;
  /** People have got another role at devices, or none any more. */
  rolesChanged: (deviceIds: readonly number[], userIds: readonly number[]) => void;
  /** @param userIds people who could see it. */
  deviceRemoved: (deviceId: number, userIds: readonly number[]) => void;
};

/** Dependencies of a change that is published, with the methods of the publisher that it calls. */
export type PublishDeps<Method extends keyof LivePublisher = keyof LivePublisher> = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, Method>;
};
