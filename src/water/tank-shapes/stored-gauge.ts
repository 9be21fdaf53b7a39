import { LRUCache } from 'lru-cache';
import { type Gauge, gaugeOf } from './gauge.ts';
import type { ConfiguredTank } from './tank-shape.ts';

/** Most gauges kept, at about 1 KB each. */
const mostKept = 5_000;

const gauges = new LRUCache<string, Gauge>({ max: mostKept });

export function readTank(text: string): ConfiguredTank {
  return JSON.parse(text) as ConfiguredTank;
}

/** Returns the gauge of a stored tank from a cache, since each reading needs it. */
export function storedGauge(text: string): Gauge {
  let gauge = gauges.get(text);
  if (!gauge) {
    gauge = gaugeOf(readTank(text));
    gauges.set(text, gauge);
  }
  return gauge;
}
