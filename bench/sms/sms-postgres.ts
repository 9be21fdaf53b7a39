import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../lib/cpu.ts';
import { median, report } from '../lib/figures.ts';
import { startPostgres } from '../lib/postgres.ts';
import { serveKisima } from '../lib/processes.ts';
import { type Outbox, openPostgresOutbox, openSqliteOutbox } from './outbox.ts';
import { type Peer, startPeer, statsOf } from './smpp-peer.ts';
import { openSmsAccount, smppSettings } from './sms-account.ts';

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
  const embedded: Dispatched[] = [];
  const away: Dispatched[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = join(folder, `embedded-${round}`);
      const local = openSqliteOutbox(join(dataDir, 'kisima.db'));
      embedded.push(await dispatch({ dataDir, settings: {}, outbox: local, peer, messages }));
      const settings = { DATABASE_URL: postgres.url };
      const outbox = await openPostgresOutbox(postgres.url);
      const { pid } = postgres;
      away.push(
        await dispatch({ dataDir: join(folder, 'away'), settings, outbox, peer, messages, pid }),
      );
    }
  } finally {
    await peer.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const [here, there] = [embedded, away].map((runs) => median(runs.map(({ rate }) => rate)));
  report(`dispatch of ${messages} on SQLite, durable`, `${here?.toFixed(0)}/s`);
  reportWork('Kisima', embedded, ({ kisima }) => kisima);
  report(`dispatch of ${messages} on PostgreSQL, durable`, `${there?.toFixed(0)}/s`);
  reportWork('Kisima', away, ({ kisima }) => kisima);
  reportWork('PostgreSQL', away, ({ postgres }) => postgres);
  report('  of SQLite', ((there ?? 0) / (here ?? 1)).toFixed(2), 'at least 0.5');
}

/** Processor time says what a message costs even where other programs take part of the processors. */
function reportWork(who: string, runs: Dispatched[], of: (run: Dispatched) => number | undefined) {
  const times = runs.map((run) => of(run) ?? Number.NaN).filter((each) => !Number.isNaN(each));
  if (times.length > 0) report(`  ${who}'s processor time`, `${median(times).toFixed(0)} µs each`);
}

type Dispatched = {
  /** Messages a second. */
  rate: number;
  /** Microseconds of processor time for each message; not a number where nobody knows. */
  kisima: number | undefined;
  postgres: number | undefined;
};

type Run = {
  dataDir: string;
  settings: Record<string, string>;
  outbox: Outbox;
  peer: Peer;
  messages: number;
  /** The server of the database; undefined where it is none of this machine. */
  pid?: number | undefined;
};

/** Starts a server on a full outbox, and watches it until nothing is left to send. */
async function dispatch(run: Run): Promise<Dispatched> {
  const { dataDir, settings, outbox, peer, messages, pid } = run;
  const env = { ...smppSettings(peer.smpp), ...settings };
  const first = await serveKisima(dataDir, env);
  const { userId } = await openSmsAccount(first.url);
  await first.stop();
  await outbox.seed(userId, messages);
  await statsOf(peer, 'DELETE');
  const server = await serveKisima(dataDir, env);
  const pids = [server.process.pid, pid];
  const before = pids.map(cpuSeconds);
  while (!(await outbox.isEmpty())) await pause(20);
  const end = Date.now();
  const [kisima, postgres] = pids.map((each, index) => {
    const seconds = (cpuSeconds(each) ?? Number.NaN) - (before[index] ?? Number.NaN);
    return (seconds / messages) * 1e6;
  });
  const { count, firstAt } = await statsOf(peer);
  await outbox.close();
  await server.stop();
  if (count !== messages) throw new Error(`${count} of ${messages} messages came`);
  return { rate: (messages / (end - firstAt)) * 1000, kisima, postgres };
}
