import type { Selectable } from 'kysely';
import type { Database } from '../db/database.ts';
import type { IncidentsTable } from '../db/tables/incident-tables.ts';
import type { PumpCommandsTable } from '../db/tables/tank-tables.ts';
import type { Clock } from '../kit/time/clock.ts';

/** A device that was heard of, or has fallen silent. */
export type DeviceSeen = { deviceId: number; lastSeenAt: number };

/**
 * What rooms tell those who watch a dashboard, each time after it is durable. Telling costs next to
 * nothing while nobody listens, never fails and never waits.
 */
export type LivePublisher = {
  commandsChanged: (commands: Omit<Selectable<PumpCommandsTable>, 'next_at'>[]) => void;
  /** Alerts were raised, or have got worse, come back, been acknowledged, snoozed or resolved. */
  alertsChanged: (alerts: Selectable<IncidentsTable>[]) => void;
  /** A person has read alerts of a device. */
  alertsRead: (deviceId: number, userId: number) => void;
  alertsDeleted: (deviceId: number) => void;
  cameOnline: (devices: DeviceSeen[]) => void;
  wentOffline: (devices: DeviceSeen[]) => void;
  /** How a device is called or configured has changed. */
  deviceChanged: (deviceId: number) => void;
  /** Which devices or groups some people have has changed, and nothing was taken from them. */
  devicesChanged: (userIds: readonly number[]) => void;
  /** These people have got another role at these devices, or none any more. */
  rolesChanged: (deviceIds: readonly number[], userIds: readonly number[]) => void;
  /** @param userIds who could see it. */
  deviceRemoved: (deviceId: number, userIds: readonly number[]) => void;
};

/** What a change goes by that dashboards are told of, in some of the publisher's words. */
export type PublishDeps<Told extends keyof LivePublisher = keyof LivePublisher> = {
  db: Database;
  clock: Clock;
  publisher: Pick<LivePublisher, Told>;
};
