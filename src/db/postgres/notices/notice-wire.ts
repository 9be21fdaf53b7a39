import { Socket } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { createPostgresClient, type PostgresOptions } from '../postgres.ts';
import type { NoticeWire } from './notices.ts';

/** Longest wait for an answer on the connection that only listens, in milliseconds. */
const listenTimeoutMs = 2000;

/**
 * Carries notices by LISTEN on a connection of its own and NOTIFY through the pool, so that publishing
 * works also while listening does not. A pooler in between has to keep sessions.
 */
export function createNoticeWire(options: PostgresOptions, db: Db): NoticeWire {
  return {
    connect: async (heard, ended) => {
      const client = createPostgresClient(options, {
        query_timeout: listenTimeoutMs,
        // Listening alone keeps no process from exiting.
        stream: () => new Socket().unref(),
        application_name: 'kisima notices',
      });
      client.on('notification', ({ payload = '' }) => heard(payload));
      try {
        await client.connect();
        client.once('end', ended);
        await client.query('listen kisima_notices');
      } catch (error) {
        void client.end().catch(() => {});
        throw error;
      }
      return {
        check: async () => void (await client.query('select 1')),
        close: async () => {
          client.off('end', ended);
          await client.end();
        },
      };
    },
    send: async (frames) => {
      await sql`select pg_notify('kisima_notices', frame)
        from unnest(${frames}::text[]) with ordinality as frames (frame, place)
        order by place`.execute(db);
    },
  };
}
