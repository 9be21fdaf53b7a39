import type { Counter, Histogram } from 'prom-client';
import type { RecorderObserver } from './store-batches.ts';

/** The part of the program's metrics that the recorder feeds. */
export type RecorderMetrics = {
  commitBatch: Histogram;
  commitSeconds: Histogram;
  readings: Counter<'outcome'>;
};

export function observeRecorder(metrics: RecorderMetrics): RecorderObserver {
  return {
    committed: (readings, seconds) => {
      metrics.commitBatch.observe(readings);
      metrics.commitSeconds.observe(seconds);
    },
    answered: (outcome, readings) => metrics.readings.inc({ outcome }, readings),
  };
}
