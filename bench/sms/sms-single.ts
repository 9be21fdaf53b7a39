import { join } from 'node:path';
import { startInstantSmsc } from '../../test/helpers/smsc/instant-smsc.ts';
import { measureSync, median, report } from '../lib/figures.ts';
import { keepPosting } from '../lib/load/keep-posting.ts';
import { type Served, serve, serveKisima } from '../lib/processes.ts';
import { benchText } from '../lib/seed/seed-outbox.ts';
import { call, openSmsAccount, smppSettings } from './sms-account.ts';

const connections = 8;
/** Keys, each of which may send 60 times a minute, and accounts, each of which may have so many. */
const keys = 100;
const accounts = 8;
/** A server that has just started has not compiled its code yet: the best round counts. */
const rounds = 8;

/**
 * A single send, end to end and durable, against a bare round trip and two syncs of the disk. Its SMSC
 * takes as little as can be of the time that is measured.
 */
export async function compareSingle(folder: string): Promise<void> {
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
  const share = posts.length / rounds;
  const shares = Array.from({ length: rounds }, (_, index) =>
    posts.slice(index * share, (index + 1) * share),
  );
  const syncs: number[] = [];
  const bare: number[] = [];
  const sent: number[] = [];
  for (const round of shares) {
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
