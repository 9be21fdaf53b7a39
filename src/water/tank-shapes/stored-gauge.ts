import { LRUCache } from 'lru-cache';
import type { ConfiguredTank } from './configured-tank.ts';
import { type Gauge, gaugeOf } from './gauge.ts';

/** Gauges that are kept; about 1 KB each. */
const mostKept = 5_000;

const gauges = new LRUCache<string, Gauge>({ max: mostKept });

/** A tank as a configuration stores it. */
export function readTank(text: string): ConfiguredTank {
  return JSON.parse(text) as ConfiguredTank;
}

/** The gauge of a stored tank: made once and kept, since each reading asks for it. */
export function storedGauge(text: string): Gauge {
  let gauge = gauges.get(text);
  if (!gauge) {
    gauge = gaugeOf(readTank(text));
    gauges.set(text, gauge);
  }
  return gauge;
}
