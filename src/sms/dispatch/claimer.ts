import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Trx } from '../message.ts';

/** A process among all that share an outbox: the name under which it claims messages. */
export type Claimer = {
  /** @throws Error before `register`. */
  id: () => number;
  register: () => Promise<void>;
  /**
   * Renews the lease of this process. One that was paused for so long that it was declared dead registers
   * anew.
   */
  renew: () => Promise<void>;
  /** To be called when nothing is claimed any more. */
  leave: () => Promise<void>;
};

type ClaimerDeps = {
  db: Pick<Database, 'write' | 'transaction'>;
  clock: Clock;
  /** Time for which a process counts as alive after a renewal, in milliseconds. */
  leaseMs: number;
};

export function createClaimer({ db, clock, leaseMs }: ClaimerDeps): Claimer {
  let registered: number | undefined;
  const id = (): number => {
    if (registered === undefined) throw new Error('the dispatcher has not started');
    return registered;
  };
  const leaseUntil = () => clock() + leaseMs;
  const register = async (): Promise<void> => {
    const lease = { lease_until: leaseUntil() };
    const query = db.write.insertInto('sms_claimers').values(lease).returning('id');
    registered = (await query.executeTakeFirstOrThrow()).id;
  };
  return {
    id,
    register,
    renew: async () => {
      const isAlive = registered !== undefined && (await extendLease(db.write, id(), leaseUntil()));
      if (!isAlive) await register();
    },
    leave: async () => {
      if (registered !== undefined) await db.transaction((trx) => forgetUnlessClaiming(trx, id()));
    },
  };
}

/** @returns false if the claimer had been declared dead. */
async function extendLease(db: Db, id: number, leaseUntil: number): Promise<boolean> {
  const extended = await db
    .updateTable('sms_claimers')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('lease_until', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return extended !== undefined;
}

/**
 * True if a claimer is alive. On PostgreSQL this keeps `holdAlone` waiting until the transaction has
 * ended, but neither a renewal nor other claims.
 */
export async function holdLiving(trx: Db, id: number): Promise<boolean> {
  return (await holdLivingRow(trx, { id })).length > 0;
}

const holdLivingRow = prepare(
  ({ id }: { id: number }, engine) => sql`
    select id from sms_claimers where id = ${id} and lease_until is not null
    ${engine === 'postgres' ? sql`for key share` : sql``}`,
);

/**
 * Holds a claimer alone, dead or alive: on PostgreSQL it waits for every transaction that claims in its
 * name, so the statements that follow see all its claims.
 * @returns false where it is gone.
 */
export async function holdAlone(trx: Trx, id: number): Promise<boolean> {
  return (await holdRowAlone(trx, { id })).length > 0;
}

const holdRowAlone = prepare(
  ({ id }: { id: number }, engine) => sql`
    select id from sms_claimers where id = ${id}
    ${engine === 'postgres' ? sql`for update` : sql``}`,
);

/**
 * As `holdAlone`, but without waiting.
 * @returns false also where another transaction holds it, which may be claiming in its name.
 */
export async function holdAloneNow(trx: Trx, id: number): Promise<boolean> {
  return (await holdRowAloneNow(trx, { id })).length > 0;
}

const holdRowAloneNow = prepare(
  ({ id }: { id: number }, engine) => sql`
    select id from sms_claimers where id = ${id}
    ${engine === 'postgres' ? sql`for update skip locked` : sql``}`,
);

/**
 * Forgets the claimer, unless a request that the stop has cut off claims messages after all: then it
 * stays, for others to find when its lease is over. Messages of a claimer that is not registered would be
 * lost for ever.
 */
async function forgetUnlessClaiming(trx: Trx, id: number): Promise<void> {
  await holdAlone(trx, id);
  await sql`
    delete from sms_claimers where id = ${id} and not exists (
      select 1 from sms_messages
      where priority in (0, 1) and due_at is not null and claimed_by = ${id}
    )`.execute(trx);
}

export async function forgetClaimer(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('sms_claimers').where('id', '=', id).execute();
}

export type Lapsed = {
  /** Leases that end by this instant, */
  leasedUntil: number;
  /** and those that end after this one, which only a clock that was ahead has given. */
  ahead: number;
};

/**
 * Declares dead whose lease is over: from then on nothing is claimed in its name.
 * @returns all that are dead and still stand there, since messages may be claimed in their name.
 */
export async function declareDead(db: Db, { leasedUntil, ahead }: Lapsed): Promise<number[]> {
  const dead = await db
    .updateTable('sms_claimers')
    .set({ lease_until: null })
    .where((eb) =>
      eb.or([
        eb('lease_until', 'is', null),
        eb('lease_until', '<=', leasedUntil),
        eb('lease_until', '>', ahead),
      ]),
    )
    .returning('id')
    .execute();
  return dead.map(({ id }) => id);
}
