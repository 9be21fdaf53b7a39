import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabaseOn } from '../database/postgres.ts';
import { type PostgresServer, startPostgresServer } from '../database/postgres-server.ts';
import type { Storage } from '../server/kisima-process.ts';
import { type StrikingSmsc, startStrikingSmsc } from '../smsc/striking-smsc.ts';
import { createMember, type Member } from './members.ts';

/** Three processes on one PostgreSQL, which is nobody else's, and an SMSC that counts. */
export type Stage = {
  postgres: PostgresServer;
  storage: Storage;
  smsc: StrikingSmsc;
  members: Member[];
  refusedStarts: () => number;
  /** Aborted when all is over, well or not. */
  over: AbortSignal;
  clear: () => Promise<void>;
};

const processes = 3;

/** Most submits of a process without an answer. */
export const smsWindow = 20;

export async function setStage(messagesPerSecond: number): Promise<Stage> {
  const parent = await mkdtemp(join(tmpdir(), 'kisima-cluster-'));
  const postgres = await startPostgresServer({ flags: ['-c', 'max_connections=200'] });
  const { url } = await makeDatabaseOn(postgres.url);
  const smsc = await startStrikingSmsc();
  const env = {
    DATABASE_URL: url,
    SERVER_SECRET: `${randomUUID()}${randomUUID()}`,
    REGISTRATIONS_PER_ADDRESS: '1000000',
    PUSH_RATE_PER_DEVICE: '1000000',
    PUSH_BURST_PER_DEVICE: '1000000',
    SMS_TRIAL_CREDITS: '1000000',
    SMS_LEASE_SECONDS: '3',
    SMPP_URL: `smpp://kisima:secret@127.0.0.1:${smsc.port}`,
    SMPP_WINDOW: String(smsWindow),
    SMPP_THROUGHPUT: String(messagesPerSecond),
  };
  // As on machines of their own: nothing but the database and the secret is shared.
  const folderOf = (name: string) => ({ DATA_DIR: join(parent, name) });
  const over = new AbortController();
  let refusedStarts = 0;
  const members = Array.from({ length: processes }, (_, index) =>
    createMember({ ...env, ...folderOf(`process-${index}`) }, () => {
      refusedStarts += 1;
    }),
  );
  return {
    postgres,
    smsc,
    members,
    refusedStarts: () => refusedStarts,
    storage: {
      engine: 'postgres',
      folder: join(parent, 'operator'),
      databaseUrl: url,
      env: { ...env, ...folderOf('operator') },
      remove: async () => {},
    },
    over: over.signal,
    clear: async () => {
      over.abort();
      for (const member of members) if (member.isUp()) await member.kill();
      await smsc.close();
      await postgres.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}
