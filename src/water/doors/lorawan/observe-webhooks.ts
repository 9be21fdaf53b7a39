import { Counter, type Registry } from 'prom-client';
import type { WebhookAnswer } from './schemas.ts';
import { type Network, networks } from './uplink.ts';

/** Counts messages of network servers by what became of them. */
export type ObserveMessage = (
  network: Network,
  outcome: WebhookAnswer['status'] | 'failed',
) => void;

export function observeWebhooks(registry: Registry): ObserveMessage {
  const messages = new Counter({
    name: 'kisima_lorawan_messages_total',
    help: 'Messages of LoRaWAN network servers by outcome.',
    labelNames: ['network', 'outcome'],
    registers: [registry],
  });
  for (const network of networks) messages.inc({ network, outcome: 'stored' }, 0);
  return (network, outcome) => messages.inc({ network, outcome });
}
