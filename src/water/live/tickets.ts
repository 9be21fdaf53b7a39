import { createHash } from 'node:crypto';
import type { Guard } from '../../accounts/guard.ts';
import type { Program } from '../../accounts/program-tokens/program-token.ts';
import type { Database } from '../../db/database.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { deleteExpiredTickets, insertTicket, takeTicket } from './queries.ts';

/** Life of a ticket: from the answer to the next request of the page. Addresses end up in many logs. */
const lifeMs = 30_000;

const bytes = 32;

/** Few enough that other writes hardly wait for one round's commit. */
const batchSize = 1000;

type TicketDeps = { db: Database; clock: Clock; ids: Ids; guard: Guard };

/** Who holds a stream: a session, or a program by a token of its own, whose `sessionId` is empty. */
export type StreamHolder = { accountId: number; sessionId: string; program?: Program };

/**
 * Creates tickets, which replace the bearer token where a browser cannot send headers: each opens one stream,
 * once, within moments. Only their hashes are stored.
 */
export function createTickets({ db, clock, ids, guard }: TicketDeps) {
  return {
    issue: async (sessionId: string): Promise<{ ticket: string; expiresAt: number }> => {
      const ticket = ids.secret(bytes);
      const expiresAt = clock() + lifeMs;
      await insertTicket(db.write, {
        token_hash: hashOf(ticket),
        session_id: sessionId,
        expires_at: expiresAt,
      });
      return { ticket, expiresAt };
    },
    /** Redeems a ticket; undefined where it is wrong, used or expired, or its session has ended. */
    redeem: async (ticket: string): Promise<StreamHolder | undefined> => {
      const sessionId = await takeTicket(db.write, hashOf(ticket), clock());
      if (sessionId === undefined) return undefined;
      const accountId = (await guard.ownersOf([sessionId])).get(sessionId);
      return accountId === undefined ? undefined : { accountId, sessionId };
    },
  };
}

/**
 * Runs one round of deleting expired tickets; they are invalid already, unless a clock that was ahead issued
 * them.
 */
export async function sweepTickets(
  { db, clock }: Pick<TicketDeps, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  let removed = batchSize;
  while (removed === batchSize && !signal.aborted) {
    removed = await deleteExpiredTickets(db.write, { now, lifeMs, limit: batchSize });
  }
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
