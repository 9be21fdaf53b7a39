import pino from 'pino';
import type { OutgoingMessage } from '../../../src/sms/message.ts';
import type {
  InboundMessage,
  Provider,
  Receipt,
  UnknownForm,
} from '../../../src/sms/providers/provider.ts';
import type { SmppOptions } from '../../../src/sms/providers/smpp/options.ts';
import { createSmppProvider } from '../../../src/sms/providers/smpp/smpp-provider.ts';
import { type Arrivals, createArrivals } from '../http/arrivals.ts';
import { createTestTimers, type TestTimers } from '../server/test-timers.ts';

/** Events of the provider, which are stored when the test says so. */
export type Told<T> = { told: T; stored: () => void; notStored: () => void };

export type SmppClient = {
  provider: Provider;
  timers: TestTimers;
  receipts: Arrivals<Told<Receipt>>;
  inbound: Arrivals<Told<InboundMessage>>;
  /** PDUs that it could not read. */
  unknown: UnknownForm[];
  /** The last 1000 log lines. */
  log: string[];
};

/** The provider under test with time, randomness and what it tells in the test's hands. */
export function createSmppClient(port: number, options: Partial<SmppOptions> = {}): SmppClient {
  const timers = createTestTimers();
  const receipts = createArrivals<Told<Receipt>>('a receipt');
  const inbound = createArrivals<Told<InboundMessage>>('a message from a phone');
  const unknown: UnknownForm[] = [];
  const log: string[] = [];
  const write = (line: string) => {
    log.push(line);
    if (log.length > 1000) log.shift();
  };
  const provider = createSmppProvider(
    { ...defaults, port, ...options },
    {
      clock: () => now,
      timers,
      random: () => 0,
      log: pino({ base: null, level: 'debug' }, { write }),
      events: {
        onReceipt: (receipt) => tell(receipts, receipt),
        onInbound: (message) => tell(inbound, message),
        onUnknownForm: (form) => unknown.push(form),
      },
    },
  );
  return { provider, timers, receipts, inbound, unknown, log };
}

const defaults: SmppOptions = {
  host: '127.0.0.1',
  port: 0,
  tls: false,
  systemId: 'kisima',
  password: 's3cret!!',
  systemType: '',
  bind: 'auto',
  sessions: 1,
  window: 10,
  throughput: 0,
  serviceType: '',
  destinationTon: 1,
  destinationNpi: 1,
  alphabet: 'gsm',
  longTexts: 'udh',
  validity: 'relative',
  longestValidityMs: Number.POSITIVE_INFINITY,
  ids: 'same',
  responseMs: 10_000,
  connectMs: 5000,
  queueMs: 20_000,
  enquireMs: 30_000,
};

/** The instant that all test messages are handed over at. */
const now = Date.UTC(2026, 10, 21, 8);

/** A message with two days to live. */
export function messageOf(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    id: 1,
    userId: 1,
    to: '254712345678',
    text: 'Tank 1 is low',
    from: null,
    class: 'transactional',
    expiresAt: now + 48 * 3_600_000,
    ...fields,
  };
}

function tell<T>(arrivals: Arrivals<Told<T>>, told: T): Promise<void> {
  return new Promise((resolve, reject) => {
    arrivals.add({ told, stored: resolve, notStored: () => reject(new Error('disk full')) });
  });
}
