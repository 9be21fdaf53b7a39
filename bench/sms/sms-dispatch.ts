import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dayMs } from '../../src/kit/time/units.ts';
import { median, report } from '../lib/figures.ts';
import { type Served, serveKisima } from '../lib/processes.ts';
import { residentMegabytes } from '../lib/resident-megabytes.ts';
import { benchText, seedOutbox, watchOutbox } from '../lib/seed/seed-outbox.ts';
import { driveBare } from './bare-smpp.ts';
import { type Peer, startPeer, statsOf } from './smpp-peer.ts';
import { call, numbers, openSmsAccount, smppSettings, window } from './sms-account.ts';

/** Few messages in the outbox, where many are held against it. */
const portion = 1000;

/**
 * Dispatch over SMPP to the npm package `smpp` in a process of its own, against a bare codec that
 * drives the same peer; and the memory of it, with few and with many messages queued.
 */
export async function compareDispatch(folder: string, messages: number): Promise<void> {
  const peer = await startPeer();
  const bare: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const rate = await driveBare(peer.smpp, 50_000, window);
    if (round > 0) bare.push(rate);
  }
  const few = await memoryOfPortions(join(folder, 'few'), peer, messages);
  const many = await dispatch(join(folder, 'many'), peer, messages);
  report(`bare codec, window of ${window}`, `${median(bare).toFixed(0)}/s`);
  report(`dispatch of ${messages}, durable`, `${many.perSecond.toFixed(0)}/s`);
  report('  of the bare codec', (many.perSecond / median(bare)).toFixed(3), 'at least 0.20');
  report(`most memory while sending ${messages}, 1,000 at a time`, `${few.toFixed(0)} MB`);
  report(
    `most memory while sending ${messages} at once`,
    `${many.megabytes.toFixed(0)} MB`,
    'flat',
  );
  const waiting = [
    await memoryOfWaiting(join(folder, 'few-waiting'), peer, portion),
    await memoryOfWaiting(join(folder, 'many-waiting'), peer, messages),
  ] as const;
  await peer.stop();
  report('memory with 1,000 queued for later', `${waiting[0].toFixed(0)} MB`);
  report(`memory with ${messages} queued for later`, `${waiting[1].toFixed(0)} MB`, 'flat');
}

/** Memory of a server that looks again and again at an outbox that is not due. */
async function memoryOfWaiting(dataDir: string, peer: Peer, messages: number): Promise<number> {
  const { path, settings } = await seedServer(dataDir, peer, messages, Date.now() + dayMs);
  const server = await serveKisima(dataDir, settings);
  await pause(3000);
  const megabytes = await residentMegabytes(server);
  await server.stop();
  if (watchOutbox(path).isEmpty()) throw new Error('the outbox was sent');
  return megabytes;
}

/** A stopped server with an outbox. */
async function seedServer(dataDir: string, peer: Peer, messages: number, dueAt: number) {
  const settings = smppSettings(peer.smpp);
  const first = await serveKisima(dataDir, settings);
  const { userId } = await openSmsAccount(first.url);
  await first.stop();
  const path = join(dataDir, 'kisima.db');
  seedOutbox(path, userId, messages, dueAt);
  return { path, settings };
}

/** Starts a server on a full outbox and measures until nothing is left to send. */
async function dispatch(dataDir: string, peer: Peer, messages: number) {
  const { path, settings } = await seedServer(dataDir, peer, messages, Date.now());
  await statsOf(peer, 'DELETE');
  const server = await serveKisima(dataDir, settings);
  const outbox = watchOutbox(path);
  const megabytes = await mostMemoryUntilEmpty(server, outbox);
  const end = Date.now();
  const { count, firstAt } = await statsOf(peer);
  outbox.close();
  await server.stop();
  if (count !== messages) throw new Error(`${count} of ${messages} messages came`);
  return { perSecond: (messages / (end - firstAt)) * 1000, megabytes };
}

/**
 * The most memory of a server that sends as many messages, but never has more than 1,000 of them
 * queued: what it grows to by being busy for so long, not by the length of its queue.
 */
async function memoryOfPortions(dataDir: string, peer: Peer, messages: number): Promise<number> {
  const portions = Math.ceil(messages / portion);
  const server = await serveKisima(dataDir, smppSettings(peer.smpp));
  const { keys } = await openSmsAccount(server.url, Math.ceil(portions / 50));
  const outbox = watchOutbox(join(dataDir, 'kisima.db'));
  const body = { to: numbers(portion), message: benchText };
  let megabytes = 0;
  for (let sent = 0; sent < portions; sent += 1) {
    await call(`${server.url}/v1/sms/bulk`, body, { 'x-api-key': keys[sent % keys.length] ?? '' });
    megabytes = Math.max(megabytes, await mostMemoryUntilEmpty(server, outbox));
  }
  outbox.close();
  await server.stop();
  return megabytes;
}

/** The most memory of a server until nothing is left to send. */
async function mostMemoryUntilEmpty(server: Served, outbox: Outbox): Promise<number> {
  let megabytes = 0;
  while (!outbox.isEmpty()) {
    await pause(10);
    megabytes = Math.max(megabytes, await residentMegabytes(server));
  }
  return megabytes;
}

type Outbox = Pick<ReturnType<typeof watchOutbox>, 'isEmpty'>;
