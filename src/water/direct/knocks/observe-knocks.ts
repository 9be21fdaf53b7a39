import { Counter, Gauge, type Registry } from 'prom-client';
import { type KnockProof, knockProofs } from './knocks.ts';

/** Metrics of devices that nobody has registered. @returns what counts their knocks. */
export function observeKnocks(registry: Registry, size: () => number) {
  const knocks = new Counter({
    name: 'kisima_unknown_device_requests_total',
    help: 'Requests of devices that nobody has registered, by what they show of a key.',
    labelNames: ['sends'],
    registers: [registry],
    collect() {
      for (const sends of knockProofs) this.inc({ sends }, 0);
    },
  });
  new Gauge({
    name: 'kisima_unknown_devices',
    help: 'Devices that nobody has registered, of those that this process has heard of; 20,000 at most.',
    registers: [registry],
    collect() {
      this.set(size());
    },
  });
  return (sends: KnockProof): void => knocks.inc({ sends });
}
