import pg from 'pg';
import { benchText, seedOutbox, watchOutbox } from '../lib/seed/seed-outbox.ts';

/** The outbox of a server, filled and watched from outside of it. */
export type Outbox = {
  /** Fills it with one job while the server is stopped. */
  seed: (userId: number, messages: number) => Promise<void>;
  isEmpty: () => Promise<boolean>;
  close: () => Promise<void>;
};

export function openSqliteOutbox(path: string): Outbox {
  let watched: ReturnType<typeof watchOutbox> | undefined;
  return {
    seed: async (userId, messages) => seedOutbox(path, userId, messages, Date.now()),
    isEmpty: async () => {
      watched ??= watchOutbox(path);
      return watched.isEmpty();
    },
    close: async () => watched?.close(),
  };
}

export async function openPostgresOutbox(url: string): Promise<Outbox> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    seed: async (userId, messages) => {
      const now = Date.now();
      const { rows } = await client.query<{ id: string }>(
        `insert into sms_jobs (user_id, class, body, queued, created_at)
         values ($1, 'transactional', $2, $3, $4) returning id`,
        [userId, benchText, messages, now],
      );
      await client.query(
        `insert into sms_messages (user_id, job_id, phone, class, status, encoding, segments, cost,
           priority, attempts, created_at, due_at, expires_at)
         select $1, $2, '2547' || (10000000 + i), 'transactional', 'queued', 'gsm7', 1, 1, 1, 0,
           $3, $3, $3::bigint + 172800000
         from generate_series(1, $4::int) as i`,
        [userId, rows[0]?.id, now, messages],
      );
      await client.query('analyze sms_messages');
    },
    isEmpty: async () => {
      // In the order of the index, or PostgreSQL reads the table and is held up by being watched.
      const { rows } = await client.query(
        `select 1 from sms_messages where due_at is not null and priority = 1
         order by user_id, due_at, id limit 1`,
      );
      return rows.length === 0;
    },
    close: () => client.end(),
  };
}
