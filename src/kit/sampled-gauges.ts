import { Gauge, type Registry } from 'prom-client';
import { withDeadline } from './async/deadline.ts';
import type { Clock } from './time/clock.ts';
import type { Timers } from './time/timers.ts';

type Sampling<N extends string> = {
  registry: Registry;
  /** What each gauge says, by its name. */
  help: Record<N, string>;
  /** What they stand at; one that is undefined is left out of the answer. */
  read: () => Promise<Record<N, number | undefined>>;
  /** Milliseconds that only ever go forward. */
  now: () => number;
};

/** Whoever asks more often gets the same figures again: they are counted in storage. */
const freshMs = 10_000;
/** Who asks does not wait longer for storage. */
const deadlineMs = 2000;

/**
 * Gauges that are read together when Prometheus asks. While they cannot be read they are missing from its
 * answer, so that no old figure looks like a new one.
 */
export function addSampledGauges<N extends string>(sampling: Sampling<N>): void {
  const { registry, help, now } = sampling;
  const names = Object.keys(help) as N[];
  let sample: { at: number; values: Promise<Partial<Record<N, number | undefined>>> } | undefined;
  let isReading = false;
  const readSoon = () => {
    if (sample && (isReading || now() - sample.at < freshMs)) return sample.values;
    isReading = true;
    // Storage that takes longer than one waits for is not asked ever more beside that.
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

/** What waits, and since when the oldest of it does, in epoch milliseconds; nothing where none waits. */
type Backlog = { count: number; since?: number | null };

export type GaugeDeps = { registry: Registry; clock: Clock; timers: Pick<Timers, 'now'> };

type BacklogGauges = {
  /** Name and help of the gauge that counts. */
  count: [name: string, help: string];
  /** Name and help of the gauge that tells how old the oldest is, in seconds. */
  oldest: [name: string, help: string];
  read: (now: number) => Promise<Backlog>;
};

/** Gauges of what waits: how many, and how old the oldest is. */
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
