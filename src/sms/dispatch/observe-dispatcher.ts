import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../../db/database.ts';
import { addBacklogGauges, type GaugeDeps } from '../../kit/sampled-gauges.ts';
import type { ConnectorHealth } from './connectors/connectors.ts';
import { countDue } from './outbox-queries.ts';

export type DispatcherObserver = {
  /** Counts a provider's answer about a message. */
  answered: (provider: string, event: string) => void;
  /** One commit: how many messages it applied and claimed, and how long it took. */
  committed: (messages: number, seconds: number) => void;
};

export function observeDispatcher(registry: Registry): DispatcherObserver {
  const registers = [registry];
  const answers = new Counter({
    name: 'kisima_sms_answers_total',
    help: 'What providers said of messages that they were handed.',
    labelNames: ['provider', 'answer'],
    registers,
  });
  const commitMessages = new Histogram({
    name: 'kisima_sms_commit_messages',
    help: 'Messages that were applied or claimed in one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  });
  const commitSeconds = new Histogram({
    name: 'kisima_sms_commit_duration_seconds',
    help: 'Time of one commit of the dispatcher, until it is durable.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2],
    registers,
  });
  return {
    answered: (provider, event) => answers.inc({ provider, answer: event }),
    committed: (messages, seconds) => {
      commitMessages.observe(messages);
      commitSeconds.observe(seconds);
    },
  };
}

/** Adds gauges of the health of providers, sampled at each scrape. */
export function observeProviders(
  registry: Registry,
  dispatcher: { health: () => ConnectorHealth[] },
): void {
  const up = new Gauge({
    name: 'kisima_sms_provider_up',
    help: '1 while the provider takes messages, 0.5 while it is paused or degraded, 0 while it is down.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const { name, health } of dispatcher.health()) {
        this.set({ provider: name }, { up: 1, degraded: 0.5, down: 0 }[health.state]);
      }
    },
  });
  const inHand = new Gauge({
    name: 'kisima_sms_in_hand',
    help: 'Messages that a provider was handed and whose answers are not stored.',
    labelNames: ['provider'],
    registers: [registry],
    collect() {
      for (const each of dispatcher.health()) this.set({ provider: each.name }, each.inHand);
    },
  });
  up.reset();
  inHand.reset();
}

/**
 * Adds gauges of the messages that wait in the outbox of all processes, sampled at each scrape. A message
 * that a schedule or quiet hours put off does not wait.
 */
export function observeOutbox(deps: GaugeDeps & { db: Database }): void {
  addBacklogGauges(deps, {
    count: ['kisima_sms_outbox_messages', 'Messages that are due and have not gone out.'],
    oldest: [
      'kisima_sms_outbox_oldest_seconds',
      'How long the oldest of them has been due; 0 without any.',
    ],
    read: (now) => countDue(deps.db.longRead, now),
  });
}
