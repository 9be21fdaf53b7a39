import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from './async/deadline.ts';
import type { Clock } from './time/clock.ts';
import type { Timers } from './time/timers.ts';

type Sampling<N extends string> = {
  registry: Registry;
  /** Help text of each gauge, by its name. */
  help: Record<N, string>;
  /** Reads their values; an undefined one is left out of the answer. */
  read: () => Promise<Record<N, number | undefined>>;
  now: () => number;
};

/** Requests in shorter intervals get the same figures: these are counted in storage. */
const freshMs = 10_000;
/** Longest wait for storage. */
const deadlineMs = 2000;

/**
 * Registers gauges that are read together when Prometheus asks. While they cannot be read they are missing
 * from its answer, so that no old figure looks like a new one.
 */
export function addSampledGauges<N extends string>(sampling: Sampling<N>): void {
  const { registry, help, now } = sampling;
  const names = Object.keys(help) as N[];
  let sample: { at: number; values: Promise<Partial<Record<N, number | undefined>>> } | undefined;
  let isReading = false;
  const readSoon = () => {
    if (sample && (isReading || now() - sample.at < freshMs)) return sample.values;
    isReading = true;
    // A slow read is awaited, not repeated beside itself.
    const read = sampling.read().finally(() => {
      isReading = false;
    });
    const reading = withDeadline('the reading of gauges', deadlineMs, read);
    sample = { at: now(), values: reading.catch(() => ({})) };
    return sample.values;
  };
  for (const name of names) {
    new Gauge({
      name,
      help: help[name],
      registers: [registry],
      async collect() {
        const value = (await readSoon())[name];
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}

/** Number of waiting items, and the instant since which the oldest waits, in epoch milliseconds. */
type Backlog = { count: number; since?: number | null };

export type GaugeDeps = { registry: Registry; clock: Clock; timers: Pick<Timers, 'now'> };

type BacklogGauges = {
  /** Name and help of the gauge of the number. */
  count: [name: string, help: string];
  /** Name and help of the gauge of the oldest item's age, in seconds. */
  oldest: [name: string, help: string];
  read: (now: number) => Promise<Backlog>;
};

/** Registers the gauges of a backlog: its length, and the age of its oldest item. */
export function addBacklogGauges(
  { registry, clock, timers }: GaugeDeps,
  { count, oldest, read }: BacklogGauges,
): void {
  addSampledGauges({
    registry,
    help: Object.fromEntries([count, oldest]),
    now: timers.now,
    read: async () => {
      const now = clock();
      const backlog = await read(now);
      const ageMs = Math.max(0, now - (backlog.since ?? now));
      return { [count[0]]: backlog.count, [oldest[0]]: ageMs / 1000 };
    },
  });
}
