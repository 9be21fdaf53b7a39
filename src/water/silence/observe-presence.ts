import type { Database } from '../../db/database.ts';
import { addSampledGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import { countOnline } from './silence-queries.ts';

type PresenceDeps = GaugeDeps & {
  db: Database;
  /** Silence after which a device is offline, in milliseconds. */
  onlineMs: number;
};

/** Adds a gauge of the devices of all accounts that are online. */
export function observePresence({ db, clock, timers, registry, onlineMs }: PresenceDeps): void {
  addSampledGauges({
    registry,
    help: { kisima_devices_online: 'Devices that were heard of a moment ago, of all accounts.' },
    now: timers.now,
    read: async () => ({
      kisima_devices_online: await countOnline(db.longRead, clock(), onlineMs),
    }),
  });
}
