import type { Counter } from 'prom-client';
import type { RecorderObserver } from './recorder.ts';

/** A histogram of one series. */
type Histogram = { observerOf: (labels: Record<never, never>) => (value: number) => void };

/** The part of the program's metrics that the recorder feeds. */
export type RecorderMetrics = {
  commitBatch: Histogram;
  commitSeconds: Histogram;
  readings: Counter<'outcome'>;
};

export function observeRecorder(metrics: RecorderMetrics): RecorderObserver {
  const observeReadings = metrics.commitBatch.observerOf({});
  const observeSeconds = metrics.commitSeconds.observerOf({});
  return {
    committed: (readings, seconds) => {
      observeReadings(readings);
      observeSeconds(seconds);
    },
    answered: (outcome, readings) => metrics.readings.inc({ outcome }, readings),
  };
}
