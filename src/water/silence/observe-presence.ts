import type { Database } from '../../db/database.ts';
import { addSampledGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import { countSeenAfter } from './silence-queries.ts';

type PresenceDeps = GaugeDeps & {
  db: Database;
  /** Silence that makes a device offline, in milliseconds. */
  onlineMs: number;
};

/** Tells Prometheus, whenever it asks, how many devices of all accounts are online. */
export function observePresence({ db, clock, timers, registry, onlineMs }: PresenceDeps): void {
  addSampledGauges({
    registry,
    help: { kisima_devices_online: 'Devices that were heard of a moment ago, of all accounts.' },
    now: timers.now,
    read: async () => ({
      kisima_devices_online: await countSeenAfter(db.longRead, clock() - onlineMs),
    }),
  });
}
