import type { Alert } from '../alerts/queries.ts';
import type { Command } from '../pump-commands/queries.ts';
import type { BatchOutcome } from '../record/batch-parts.ts';

/** A device that was heard of, or has fallen silent. */
export type DeviceHeard = { deviceId: number; lastSeenAt: number };

/**
 * What rooms tell those who watch a dashboard, each time after it is durable. Telling costs next to
 * nothing while nobody listens, never fails and never waits.
 */
export type LiveNews = {
  /** Whether anybody listens; to be asked before any work is done for the sake of telling. */
  isAwaited: () => boolean;
  committed: (outcome: BatchOutcome) => void;
  commandsChanged: (commands: Command[]) => void;
  alertsRaised: (alerts: Alert[]) => void;
  /** Alerts of a device were read or deleted. */
  alertsRead: (deviceId: number) => void;
  cameOnline: (devices: DeviceHeard[]) => void;
  wentOffline: (devices: DeviceHeard[]) => void;
  /** Which devices an account has, or how they are called or configured, has changed. */
  devicesChanged: (accountId: number) => void;
  deviceRemoved: (device: { id: number; owner_id: number }) => void;
};
