import { Counter, Gauge, type Registry } from 'prom-client';
import { type Knocking, knockDoors, knockProofs } from './knocks.ts';

/** Metrics of devices that nobody has registered. @returns what counts their knocks. */
export function observeKnocks(registry: Registry, size: () => number) {
  const knocks = new Counter({
    name: 'kisima_unknown_device_requests_total',
    help: 'Requests of devices that nobody has registered, by door and by what they show of a key.',
    labelNames: ['door', 'sends'],
    registers: [registry],
    collect() {
      for (const door of knockDoors) for (const sends of knockProofs) this.inc({ door, sends }, 0);
    },
  });
  new Gauge({
    name: 'kisima_unknown_devices',
    help: 'Devices that nobody has registered, of those that this process has heard of; 20,000 at most by each door.',
    registers: [registry],
    collect() {
      this.set(size());
    },
  });
  return (knocking: Knocking): void => knocks.inc(knocking);
}
