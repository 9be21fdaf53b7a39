import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile, report } from '../lib/figures.ts';
import { serveKisima } from '../lib/processes.ts';
import { benchText } from '../lib/seed/seed-outbox.ts';
import { startPeer, statsOf } from './smpp-peer.ts';
import { call, numbers, openSmsAccount, plenty } from './sms-account.ts';

/** What the SMSC takes in a second; beyond that it throttles. */
const perSecond = 20;
const accounts = 25;
const singles = 1000;
/** Half of what the SMSC takes, so that each of them can have its turn. */
const singlesPerSecond = 10;
const bulk = 10_000;

/** A single send as its sender saw it: the account, the answer, and the wait for it in milliseconds. */
type Sent = { account: number; status: number; ms: number };

/**
 * 1,000 single sends of 25 accounts, ten a second, over an SMSC that takes 20 a second, while one account
 * sends 10,000 by bulk: how many are not taken, how long they wait, and whether any account waits longer
 * than the others.
 */
export async function benchFairness(folder: string): Promise<void> {
  const peer = await startPeer(perSecond);
  const server = await serveKisima(join(folder, 'fair'), {
    ...plenty,
    SMPP_URL: `smpp://bench:bench@127.0.0.1:${peer.smpp}`,
  });
  const sender = await openSmsAccount(server.url);
  const keys: string[] = [];
  while (keys.length < accounts) keys.push(...(await openSmsAccount(server.url)).keys);
  const job = { to: numbers(bulk), message: benchText };
  await call(`${server.url}/v1/sms/bulk`, job, { 'x-api-key': sender.keys[0] ?? '' });

  const start = performance.now();
  const sending: Promise<Sent>[] = [];
  for (let count = 0; count < singles; count += 1) {
    const account = count % accounts;
    sending.push(sendSingle(server.url, account, keys[account] ?? '', count));
    await pause(Math.max(0, start + (1000 * (count + 1)) / singlesPerSecond - performance.now()));
  }
  const sent = await Promise.all(sending);
  const seconds = (performance.now() - start) / 1000;
  const { count, throttled, copies } = await statsOf(peer);
  await server.stop();
  await peer.stop();
  tell(sent);
  const share = (count / seconds / perSecond).toFixed(2);
  report('of what the SMSC takes, used', share, 'at least 0.8');
  report('messages of the job sent meanwhile', String(count - singles));
  report('submits that were throttled', String(throttled));
  report('messages that came twice', String(copies), '0');
}

function tell(sent: Sent[]): void {
  const waits = sent.map(({ ms }) => ms);
  const byAccount = [...Map.groupBy(sent, ({ account }) => account).values()];
  const worst = Math.max(...byAccount.map((theirs) => median(theirs)));
  const best = Math.min(...byAccount.map((theirs) => median(theirs)));
  const refused = sent.filter(({ status }) => status !== 200).length;
  report(`single sends, ${singles} of ${accounts} accounts: not taken`, String(refused), '0');
  report('  p50', `${quantile(waits, 0.5).toFixed(0)} ms`);
  report('  p99', `${quantile(waits, 0.99).toFixed(0)} ms`, 'at most 3000 ms');
  report('  the longest', `${Math.max(...waits).toFixed(0)} ms`, 'at most 10000 ms');
  report('  p50 of the best and worst account', `${best.toFixed(0)}, ${worst.toFixed(0)} ms`);
}

function median(sent: Sent[]): number {
  return quantile(
    sent.map(({ ms }) => ms),
    0.5,
  );
}

async function sendSingle(url: string, account: number, key: string, count: number): Promise<Sent> {
  const start = performance.now();
  const response = await fetch(`${url}/v1/sms/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ to: `01${10_000_000 + count}`, message: benchText }),
  });
  await response.text();
  return { account, status: response.status, ms: performance.now() - start };
}
