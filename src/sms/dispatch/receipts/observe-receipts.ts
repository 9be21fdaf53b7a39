import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { UnknownForm } from '../../providers/provider.ts';
import type { ReceiptsObserver } from './receipts.ts';

/**
 * The providers that there are, once they are made. What an alert looks for is counted from 0 on for each:
 * Prometheus sees no increase in a series that begins with 1.
 */
type Providers = () => readonly { name: string }[];

/** Counts receipts by whether they have found their message, in Prometheus' terms. */
export function observeReceipts(registry: Registry, providers: Providers): ReceiptsObserver {
  const receipts = new Counter({
    name: 'kisima_sms_receipts_total',
    help: 'Receipts that found their message at once (matched), that had to be kept, and of those the ones that found it later or were given up.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
    collect() {
      for (const { name } of providers()) this.inc({ provider: name, outcome: 'given_up' }, 0);
    },
  });
  return { counted: (provider, outcome) => receipts.inc({ provider, outcome }) };
}

const kinds: UnknownForm['kind'][] = ['receipt', 'receipt_state', 'data_coding'];

/** Most forms that are logged: more than any program writes by intent. */
const mostLogged = 100;

/** Counts receipts in unknown forms, and logs each form once. */
export function observeUnknownForms(
  registry: Registry,
  log: Logger,
  providers: Providers,
): (unknown: UnknownForm) => void {
  const counter = new Counter({
    name: 'kisima_sms_unknown_forms_total',
    help: 'What providers delivered in a form that is not known; the log names each form once.',
    labelNames: ['provider', 'kind'],
    registers: [registry],
    collect() {
      for (const { name } of providers()) {
        for (const kind of kinds) this.inc({ provider: name, kind }, 0);
      }
    },
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
