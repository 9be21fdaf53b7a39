import { withDeadline } from '../../kit/async/deadline.ts';
import { createPostgresClient, type PostgresOptions } from './postgres.ts';

/** One connection that is kept, for state that PostgreSQL ties to it. */
export type PostgresSession = {
  /** Runs a statement that answers one boolean, named `yes`. A failure ends the session. */
  ask: (statement: string, values?: unknown[]) => Promise<boolean>;
  /** Aborted once the connection has gone, whichever side ended it. */
  ended: AbortSignal;
  close: () => Promise<void>;
};

const askWithinMs = 5000;

/**
 * Opens a connection beside the pool. PostgreSQL's settings let it detect within a minute that this machine
 * has gone silently, and never end the connection for being idle.
 */
export async function openPostgresSession(options: PostgresOptions): Promise<PostgresSession> {
  const client = createPostgresClient(options, {
    application_name: 'kisima leadership',
  });
  const ended = new AbortController();
  client.on('error', () => ended.abort());
  client.on('end', () => ended.abort());

  const end = async () => {
    ended.abort();
    await withDeadline('closing a connection', askWithinMs, client.end()).catch(() => {});
  };
  const run = async (statement: string, values: unknown[] = []): Promise<{ yes: boolean }[]> => {
    try {
      const asked = client.query<{ yes: boolean }>(statement, values);
      return (await withDeadline('asking PostgreSQL', askWithinMs, asked)).rows;
    } catch (error) {
      await end();
      throw error;
    }
  };

  await client.connect();
  await run(
    `select set_config('tcp_keepalives_idle', '30', false),
      set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false),
      set_config('idle_session_timeout', '0', false),
      set_config('statement_timeout', '${askWithinMs}', false)`,
  );
  return {
    ask: async (statement, values) => (await run(statement, values))[0]?.yes === true,
    ended: ended.signal,
    close: end,
  };
}
