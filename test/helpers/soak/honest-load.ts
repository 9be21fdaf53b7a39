import { setTimeout } from 'node:timers/promises';
import { openPushLine } from '../http/push-line.ts';
import { call, type Owner, registerOwner } from '../server/process-client.ts';
import { openSmsAccount } from '../sms/sms-client.ts';

/** Kind of an honest request. */
export type Kind = 'push' | 'read' | 'sign in' | 'send';

/** Durations of the answers, in milliseconds, and the number of wrong ones. */
export type Measured = Record<Kind, { latencies: number[]; failed: number }>;

const pushers = 20;
const pushEveryMs = 100;
const readers = 4;
const readEveryMs = 100;
const signInEveryMs = 1000;
/** Each within its key's 60 a minute. */
const senders = 10;
const sendEveryMs = 1100;

/**
 * A small fleet and its people, who go on at their pace whatever others do: 200 pushes and 40 reads a
 * second, nine messages, and somebody who signs in.
 */
export async function createHonestLoad(url: string) {
  const owner = await registerOwner(url, pushers);
  const accounts = await Promise.all(Array.from({ length: senders }, () => openSmsAccount(url)));

  /** Goes on for a while and measures. */
  const run = async (forMs: number): Promise<Measured> => {
    const until = performance.now() + forMs;
    const measured: Measured = {
      push: { latencies: [], failed: 0 },
      read: { latencies: [], failed: 0 },
      'sign in': { latencies: [], failed: 0 },
      send: { latencies: [], failed: 0 },
    };
    const repeat = (kind: Kind, everyMs: number, isAnswered: () => Promise<boolean>) =>
      repeatUntil(until, everyMs, async () => {
        const start = performance.now();
        if (!(await isAnswered())) measured[kind].failed += 1;
        measured[kind].latencies.push(performance.now() - start);
      });
    const lines = owner.devices.map(() => openPushLine(url));
    await Promise.all([
      ...owner.devices.map(({ mac }, index) =>
        repeat('push', pushEveryMs, async () => {
          const level = Math.round(Math.random() * 100);
          const answer = await lines[index]?.push({ mac_address: mac, water_level_percent: level });
          return answer?.status === 201;
        }),
      ),
      ...Array.from({ length: readers }, (_, index) =>
        repeat('read', readEveryMs, () => readLatest(url, owner, index)),
      ),
      repeat('sign in', signInEveryMs, () => signIn(url, owner)),
      ...accounts.map(({ apiKey }, index) =>
        repeat('send', sendEveryMs, async () => {
          const json = { to: `07${10_000_000 + index}`, message: 'Tank 3 is nearly empty' };
          const { status } = await call(url, 'POST', '/v1/sms/send', { apiKey, json });
          return status === 200;
        }),
      ),
    ]);
    for (const line of lines) line.close();
    return measured;
  };
  return { run };
}

async function readLatest(url: string, { token, devices }: Owner, index: number) {
  const id = devices[index % devices.length]?.id;
  const path = `/api/sensors.php?action=latest&device_id=${id}`;
  return (await call(url, 'GET', path, { token })).status === 200;
}

async function signIn(url: string, { email, password }: Owner): Promise<boolean> {
  const json = { email, password };
  return (await call(url, 'POST', '/api/auth.php?action=login', { json })).status === 200;
}

/** Starts `work` each `everyMs`, or when the one before has ended where that takes longer. */
async function repeatUntil(until: number, everyMs: number, work: () => Promise<void>) {
  // Not all in the same moment.
  await setTimeout(Math.random() * everyMs);
  while (performance.now() < until) {
    const next = performance.now() + everyMs;
    await work();
    await setTimeout(Math.max(0, next - performance.now()));
  }
}

/** The latency that 99 of 100 stayed below. */
export function p99(latencies: number[]): number {
  const sorted = latencies.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN;
}
