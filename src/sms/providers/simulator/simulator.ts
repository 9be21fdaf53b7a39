import type { Logger } from 'pino';
import type { Flag } from '../../../db/tables/flag.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { OutgoingMessage } from '../../message.ts';
import type { Provider, ProviderEvents, Receipt } from '../provider.ts';

export const simulatorName = 'simulator';

export type SimulatorDeps = {
  events: Pick<ProviderEvents, 'onReceipt'>;
  log: Logger;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  /** From taking a message to its receipt, in milliseconds. */
  delayMs: number;
  /** Share of the messages that do not arrive, from 0 to 1. */
  failureShare: number;
  /** Ids of messages that it took before it was last stopped and has not reported on. */
  findUnreported: () => Promise<string[]>;
};

type Due = { ref: string; at: number };

/** Receipts that are reported together; the next ones follow when these are stored. */
const atOnce = 500;

/**
 * A provider that sends nothing: it takes every message and reports after a while that it arrived or,
 * for a share of them, that it did not.
 */
export function createSimulator(deps: SimulatorDeps): Provider {
  const { events, log, random, delayMs, failureShare, findUnreported } = deps;
  let waiting: Due[] = [];
  let timer: NodeJS.Timeout | undefined;
  let reporting: Promise<void> = Promise.resolve();
  let remembering: Promise<void> = Promise.resolve();
  let isStopped = false;

  const expect = (refs: string[]): void => {
    const at = performance.now() + delayMs;
    for (const ref of refs) waiting.push({ ref, at });
    schedule();
  };

  // All wait equally long, so the first in the list is the first that is due.
  const schedule = (): void => {
    const [first] = waiting;
    if (!first || timer || isStopped) return;
    timer = setTimeout(
      () => {
        reporting = report().finally(() => {
          timer = undefined;
          schedule();
        });
      },
      Math.max(0, first.at - performance.now()),
    );
    timer.unref();
  };

  const report = async (): Promise<void> => {
    const now = performance.now();
    const later = waiting.findIndex(({ at }) => at > now);
    const count = Math.min(atOnce, later < 0 ? waiting.length : later);
    const due = waiting.slice(0, count);
    waiting = waiting.slice(count);
    const results = await Promise.allSettled(
      due.map(({ ref }) => events.onReceipt(receiptOf(ref))),
    );
    const failed = due.filter((_, index) => results[index]?.status === 'rejected');
    if (failed.length === 0) return;
    log.warn(
      { receipts: failed.length },
      'receipts of the simulator were not stored; trying again',
    );
    expect(failed.map(({ ref }) => ref));
  };

  const receiptOf = (ref: string): Receipt => {
    const shared = { provider: simulatorName, ref };
    return random() < failureShare
      ? { ...shared, status: 'undelivered', error: fault('simulatorFails') }
      : { ...shared, status: 'delivered', error: null };
  };

  return {
    name: simulatorName,
    batch: 20,
    abreast: 10,
    longestRestMs: 1000,
    submit: async (messages: OutgoingMessage[]) => {
      const refs = messages.map(({ id }) => String(id));
      expect(refs);
      return refs.map((ref) => ({ outcome: 'accepted', refs: [ref] }));
    },
    health: () => ({ state: 'up', detail: fault('simulatorUp') }),
    start: async () => {
      remembering = findUnreported().then(expect, (error) =>
        log.warn({ err: error }, 'the simulator does not know what it has still to report'),
      );
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all([remembering, reporting]);
    },
  };
}

/** The provider of a message, by its row. */
export type HandedOver = { simulated: Flag; provider: string | null };

/** True if no phone was meant: the message is for the simulator, or it has gone there. */
export function isSimulated({ simulated, provider }: HandedOver): boolean {
  return simulated === 1 || provider === simulatorName;
}
