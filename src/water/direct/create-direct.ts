import type { Counter, Registry } from 'prom-client';
import type { KeyRefusal } from '../../db/tables/device-tables.ts';
import type { Component } from '../../kit/async/components.ts';
import type { ServiceDeps } from '../../service-deps.ts';
import type { LivePublisher } from '../live-publisher.ts';
import { observeRecorder, type RecorderMetrics } from '../record/observe-recorder.ts';
import { createRecorder } from '../record/recorder.ts';
import type { CommitListener } from '../record/store-batches.ts';
import { createArrivals } from './arrivals/arrivals.ts';
import { createDeviceDoor } from './device-door.ts';
import { createKeyRefusals } from './key-refusals.ts';
import { createKnocks, type Knocks } from './knocks/knocks.ts';
import { observeKnocks } from './knocks/observe-knocks.ts';
import { createKnownDevices } from './known-devices.ts';
import { createReadingRefusals } from './reading-refusals.ts';

export type DirectMetrics = RecorderMetrics & { deviceRefusals: Counter<'reason'> };

type CreateDirectDeps = ServiceDeps & {
  publisher: LivePublisher & CommitListener;
  metrics: DirectMetrics & { registry: Registry };
};

/** Creates what knows devices, takes what they send by any door, and stores it. */
export function createDirect(deps: CreateDirectDeps) {
  const { config, db, clock, publisher, metrics } = deps;
  const { notices } = db;
  const keyRefusals = createKeyRefusals(deps);
  const readingRefusals = createReadingRefusals(deps);
  const countKeyRefusal = (deviceId: number, why: KeyRefusal): void => {
    metrics.deviceRefusals.inc({ reason: why });
    keyRefusals.note(deviceId, why, clock());
  };
  const arrivals = createArrivals(deps);
  const knocks: Knocks = createKnocks({
    ...deps,
    notices,
    count: observeKnocks(metrics.registry, () => knocks.size()),
  });
  const devices = createKnownDevices({
    ...deps,
    notices,
    countKeyRefusal,
    noteKnock: knocks.note,
    burst: config.push.burst,
  });
  const observer = observeRecorder(metrics);
  const recorder = createRecorder({ ...deps, ...config, listener: publisher, observer });
  const ofReadings = {
    devices,
    readingRefusals,
    arrivals,
    countKeyRefusal,
    recorder,
    retentionMs: config.retentionMs,
    pushLimits: config.push,
    batchLimits: config.batches,
  };
  const components: Component[] = [keyRefusals, readingRefusals, arrivals, recorder];
  return {
    knocks,
    /** What every door needs to take readings. */
    ofReadings: { ...ofReadings, deviceDoor: createDeviceDoor({ ...deps, ...ofReadings }) },
    components,
  };
}
