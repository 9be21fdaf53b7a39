import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startInstantSmsc } from '../test/helpers/instant-smsc.ts';
import { driveBare } from './lib/bare-smpp.ts';
import { measureSync, median, report } from './lib/figures.ts';
import { keepPosting } from './lib/keep-posting.ts';
import { type Served, serve, serveKisima } from './lib/processes.ts';
import { bareAccept, benchText, seedOutbox, watchOutbox } from './lib/seed-outbox.ts';
import { call, numbers, openSmsAccount, type SmsAccount } from './lib/sms-account.ts';

/** Submits without an answer, for the bare codec and for Kisima. */
const window = 100;
const bulk = 10_000;
const connections = 8;
/** Keys, each of which may send 60 times a minute, and accounts, each of which may have so many. */
const keys = 100;
const accounts = 8;
/** A server that has just started has not compiled its code yet: the best round counts. */
const singleRounds = 8;

/**
 * What accepting a bulk, dispatching over SMPP and a single send cost, each against a floor that is
 * measured in the same run. Dispatch goes to the npm package `smpp` in a process of its own, as its
 * floor does; a single send to an SMSC that takes as little as can be of the time that is measured.
 * Parts can be named: `npm run bench sms accept dispatch single`.
 */
export async function benchSms(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { messages: { type: 'string', default: '100000' } },
  });
  const isWanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  const messages = Number(values.messages);
  const folder = await mkdtemp(resolve('bench-data-'));
  const peer = await startPeer();
  try {
    if (isWanted('accept')) await compareAccept(folder);
    if (isWanted('dispatch')) await compareDispatch(folder, peer, messages);
    if (isWanted('single')) await compareSingle(folder);
  } finally {
    await peer.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

type Peer = Served & { smpp: number };

async function startPeer(): Promise<Peer> {
  const peer = await serve('bench/smpp-peer.ts', {});
  const { smpp } = await statsOf(peer);
  return { ...peer, smpp };
}

async function statsOf({ url }: Served, method = 'GET') {
  const response = await fetch(url, { method });
  return (await response.json()) as { smpp: number; count: number; firstAt: number };
}

/** Neither credits nor registrations are what is measured. */
const plenty = { SMS_TRIAL_CREDITS: '1000000', REGISTRATIONS_PER_ADDRESS: '1000' };

function smppSettings(port: number): Record<string, string> {
  return {
    ...plenty,
    SMPP_URL: `smpp://bench:bench@127.0.0.1:${port}`,
    SMPP_WINDOW: String(window),
  };
}

async function compareAccept(folder: string): Promise<void> {
  const dataDir = join(folder, 'accept');
  const server = await serveKisima(dataDir, plenty);
  const account = await openSmsAccount(server.url);
  await server.stop();
  const bare = bareAccept(join(dataDir, 'kisima.db'), account.userId);
  // Both write to the same disk, each to a file of its own.
  const other = join(folder, 'accept-served');
  const served = await serveKisima(other, plenty);
  const caller = await openSmsAccount(served.url);
  const body = JSON.stringify({
    to: numbers(bulk),
    message: benchText,
    scheduled_at: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const floors: number[] = [];
  const accepted: number[] = [];
  for (let round = -3; round < 15; round += 1) {
    const pair = [bare(body), await timeBulk(served, caller, body)] as const;
    if (round < 0) continue;
    floors.push(pair[0]);
    accepted.push(pair[1]);
  }
  await served.stop();
  report('parsing and inserting 10,000, bare', `${median(floors).toFixed(1)} ms`);
  report('accepting a bulk of 10,000 over HTTP', `${median(accepted).toFixed(1)} ms`);
  report('  times the bare cost', (median(accepted) / median(floors)).toFixed(2), 'at most 3');
}

async function timeBulk({ url }: Served, { keys }: SmsAccount, body: string): Promise<number> {
  const [key = ''] = keys;
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const [time = 0] = await keepPosting(`${url}/v1/sms/bulk`, 1, [{ body, headers }]);
  return time;
}

async function compareDispatch(folder: string, peer: Peer, messages: number): Promise<void> {
  const bare: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const rate = await driveBare(peer.smpp, 50_000, window);
    if (round > 0) bare.push(rate);
  }
  const few = await dispatch(join(folder, 'few'), peer, 1000);
  const many = await dispatch(join(folder, 'many'), peer, messages);
  report(`bare codec, window of ${window}`, `${median(bare).toFixed(0)}/s`);
  report(`dispatch of ${messages}, durable`, `${many.perSecond.toFixed(0)}/s`);
  report('  of the bare codec', (many.perSecond / median(bare)).toFixed(3), 'at least 0.20');
  report('most memory while sending 1,000', `${few.megabytes.toFixed(0)} MB`);
  report(`most memory while sending ${messages}`, `${many.megabytes.toFixed(0)} MB`);
  const waiting = [
    await memoryOfWaiting(join(folder, 'few-waiting'), peer, 1000),
    await memoryOfWaiting(join(folder, 'many-waiting'), peer, messages),
  ] as const;
  report('memory with 1,000 queued for later', `${waiting[0].toFixed(0)} MB`);
  report(`memory with ${messages} queued for later`, `${waiting[1].toFixed(0)} MB`, 'flat');
}

/** Memory of a server that looks again and again at an outbox that is not due. */
async function memoryOfWaiting(dataDir: string, peer: Peer, messages: number): Promise<number> {
  const { path, settings } = await seedServer(dataDir, peer, messages, Date.now() + 86_400_000);
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
  let megabytes = 0;
  while (!outbox.isEmpty()) {
    await pause(10);
    megabytes = Math.max(megabytes, await residentMegabytes(server));
  }
  const end = Date.now();
  const { count, firstAt } = await statsOf(peer);
  outbox.close();
  await server.stop();
  if (count !== messages) throw new Error(`${count} of ${messages} messages came`);
  return { perSecond: (messages / (end - firstAt)) * 1000, megabytes };
}

async function residentMegabytes({ process: { pid } }: Served): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function compareSingle(folder: string): Promise<void> {
  const smsc = await startInstantSmsc(() => {});
  const server = await serveKisima(join(folder, 'single'), smppSettings(smsc.port));
  const apiKeys: string[] = [];
  for (let count = 0; count < accounts; count += 1) {
    apiKeys.push(...(await openSmsAccount(server.url, keys)).keys);
  }
  const floor = await serve('bench/floor-server.ts', {
    FLOOR_ANSWER: await answerOf(server, apiKeys[0]),
  });
  const posts = apiKeys.flatMap((key, index) =>
    Array.from({ length: 57 }, (_, count) => ({
      body: JSON.stringify({ to: `07${10_000_000 + index * 100 + count}`, message: benchText }),
      headers: { 'content-type': 'application/json', 'x-api-key': key },
    })),
  );
  const share = posts.length / singleRounds;
  const rounds = Array.from({ length: singleRounds }, (_, index) =>
    posts.slice(index * share, (index + 1) * share),
  );
  const syncs: number[] = [];
  const bare: number[] = [];
  const sent: number[] = [];
  for (const round of rounds) {
    // Beside the round that it is held against: disks have their moments.
    syncs.push(measureSync(folder));
    bare.push(median(await keepPosting(floor.url, connections, round.map(asForm))));
    sent.push(median(await keepPosting(`${server.url}/v1/sms/send`, connections, round)));
  }
  await floor.stop();
  await server.stop();
  await smsc.close();
  const sync = Math.min(...syncs);
  const least = Math.min(...bare) + 2 * sync;
  report('a bare round trip, 8 connections: p50', `${Math.min(...bare).toFixed(3)} ms`);
  report('one sync of the disk', `${sync.toFixed(3)} ms`);
  report('a single send, 8 connections: p50', `${Math.min(...sent).toFixed(3)} ms`);
  report(
    '  times (a bare round trip plus two syncs)',
    (Math.min(...sent) / least).toFixed(2),
    'at most 4',
  );
}

async function answerOf({ url }: Served, key = ''): Promise<string> {
  const body = { to: '0712345678', message: benchText };
  return JSON.stringify(await call(`${url}/v1/sms/send`, body, { 'x-api-key': key }));
}

/** The floor reads forms. */
function asForm({ body }: { body: string }) {
  return { body: `mac_address=${encodeURIComponent(body)}`, headers: {} };
}
