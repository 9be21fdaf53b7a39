import { join } from 'node:path';
import { dayMs } from '../../src/kit/time/units.ts';
import { median, report } from '../lib/figures.ts';
import { keepPosting } from '../lib/load/keep-posting.ts';
import { type Served, serveKisima } from '../lib/processes.ts';
import { bareAccept, benchText } from '../lib/seed/seed-outbox.ts';
import { numbers, openSmsAccount, plenty, type SmsAccount } from './sms-account.ts';

const bulk = 10_000;

/** Accepting a bulk over HTTP, against parsing it and inserting its rows in one transaction. */
export async function compareAccept(folder: string): Promise<void> {
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
    scheduled_at: new Date(Date.now() + dayMs).toISOString(),
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
