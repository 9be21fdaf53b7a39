import { Counter, Gauge, type Registry } from 'prom-client';
import { type TurnedAway, turnedAway } from './policy.ts';
import { branches } from './topics.ts';

/** Counts a message by the branch of its topic and what became of it. */
export type ObserveMessage = (
  branch: string,
  outcome: 'taken' | 'told' | 'refused' | 'again' | 'retained',
) => void;

const counted: ReadonlySet<string> = new Set(Object.values(branches));

/** Metrics of the door. @param size open connections of the embedded broker. */
export function observeMqtt(registry: Registry, size: () => number) {
  new Gauge({
    name: 'kisima_mqtt_connections',
    help: 'Open connections of MQTT clients to this process.',
    registers: [registry],
    collect() {
      this.set(size());
    },
  });
  const messages = new Counter({
    name: 'kisima_mqtt_messages_total',
    help: 'Messages of MQTT clients by the branch of their topic and what became of them.',
    labelNames: ['branch', 'outcome'],
    registers: [registry],
  });
  messages.inc({ branch: branches.readings, outcome: 'taken' }, 0);
  const away = new Counter({
    name: 'kisima_mqtt_turned_away_total',
    help: 'Clients, packets and subscriptions of MQTT that were turned away, by reason.',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      for (const reason of turnedAway) this.inc({ reason }, 0);
    },
  });
  return {
    observe: ((branch, outcome) =>
      messages.inc({ branch: counted.has(branch) ? branch : 'other', outcome })) as ObserveMessage,
    turnedAway: (reason: TurnedAway): void => away.inc({ reason }),
  };
}
