import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { UnknownForm } from '../../providers/provider.ts';
import type { ReceiptsObserver } from './receipts.ts';

/** Counts receipts by whether they have found their message, in Prometheus' terms. */
export function observeReceipts(registry: Registry): ReceiptsObserver {
  const receipts = new Counter({
    name: 'kisima_sms_receipts_total',
    help: 'Receipts that found their message at once (matched), that had to be kept, and of those the ones that found it later or were given up.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  return { counted: (provider, outcome) => receipts.inc({ provider, outcome }) };
}

/** More forms than a program writes by intent are somebody's play. */
const mostLogged = 100;

/** Counts what providers said in forms that nobody here reads, and logs each form once. */
export function observeUnknownForms(
  registry: Registry,
  log: Logger,
): (unknown: UnknownForm) => void {
  const counter = new Counter({
    name: 'kisima_sms_unknown_forms_total',
    help: 'What providers delivered in a form that is not known; the log names each form once.',
    labelNames: ['provider', 'kind'],
    registers: [registry],
  });
  const logged = new Set<string>();
  return ({ provider, kind, form }) => {
    counter.inc({ provider, kind });
    const key = `${provider}/${kind}/${form}`;
    if (logged.has(key) || logged.size >= mostLogged) return;
    logged.add(key);
    log.warn({ provider, kind, form }, 'a provider delivers something in a form that is not known');
  };
}
