import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, report } from './lib/figures.ts';
import { type Outbox, openPostgresOutbox, openSqliteOutbox } from './lib/outbox.ts';
import { startPostgres } from './lib/postgres.ts';
import { serveKisima } from './lib/processes.ts';
import { type Peer, startPeer, statsOf } from './lib/smpp-peer.ts';
import { openSmsAccount, smppSettings } from './lib/sms-account.ts';

/** So that neither a moment of the disk nor one of PostgreSQL decides. */
const rounds = 3;

/**
 * `npm run bench sms -- --database`: dispatch over SMPP on PostgreSQL against dispatch on the embedded
 * database, to the same peer, round by round.
 */
export async function benchSmsOnPostgres(messages: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-bench-sms-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(join(folder, 'postgres'));
  const peer = await startPeer();
  const embedded: number[] = [];
  const away: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = join(folder, `embedded-${round}`);
      const local = openSqliteOutbox(join(dataDir, 'kisima.db'));
      embedded.push(await dispatch({ dataDir, settings: {}, outbox: local, peer, messages }));
      const settings = { DATABASE_URL: postgres.url };
      const outbox = await openPostgresOutbox(postgres.url);
      away.push(
        await dispatch({ dataDir: join(folder, 'away'), settings, outbox, peer, messages }),
      );
    }
  } finally {
    await peer.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  report(`dispatch of ${messages} on SQLite, durable`, `${median(embedded).toFixed(0)}/s`);
  report(`dispatch of ${messages} on PostgreSQL, durable`, `${median(away).toFixed(0)}/s`);
  report('  of SQLite', (median(away) / median(embedded)).toFixed(2), 'at least 0.5');
}

type Run = {
  dataDir: string;
  settings: Record<string, string>;
  outbox: Outbox;
  peer: Peer;
  messages: number;
};

/** Starts a server on a full outbox. @returns messages a second until nothing is left to send. */
async function dispatch({ dataDir, settings, outbox, peer, messages }: Run): Promise<number> {
  const env = { ...smppSettings(peer.smpp), ...settings };
  const first = await serveKisima(dataDir, env);
  const { userId } = await openSmsAccount(first.url);
  await first.stop();
  await outbox.seed(userId, messages);
  await statsOf(peer, 'DELETE');
  const server = await serveKisima(dataDir, env);
  while (!(await outbox.isEmpty())) await pause(20);
  const end = Date.now();
  const { count, firstAt } = await statsOf(peer);
  await outbox.close();
  await server.stop();
  if (count !== messages) throw new Error(`${count} of ${messages} messages came`);
  return (messages / (end - firstAt)) * 1000;
}
