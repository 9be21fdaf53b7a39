import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { ProgramTokensTable } from '../../db/tables/account-tables.ts';

export type ProgramToken = Omit<Selectable<ProgramTokensTable>, 'token_hash'>;

const columns = [
  'id',
  'user_id',
  'name',
  'scope',
  'device_ids',
  'prefix',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const;

export async function countProgramTokens(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('program_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertProgramToken(
  db: Db,
  token: Insertable<ProgramTokensTable>,
): Promise<ProgramToken> {
  return await db
    .insertInto('program_tokens')
    .values(token)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Finds a person's good tokens, newest first. */
export async function findProgramTokens(db: Db, userId: number): Promise<ProgramToken[]> {
  return await db
    .selectFrom('program_tokens')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** @returns the token as it was; undefined where the person has no such good token. */
export async function revokeProgramToken(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<ProgramToken | undefined> {
  return await db
    .updateTable('program_tokens')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}

/** Finds the good token with a hash, with the guard's data of its person. */
export async function findProgramTokenInUse(db: Db, tokenHash: string) {
  const [token] = await findTokenRows(db, { tokenHash });
  return token;
}

// Materialized, since SQLite would plan a join with parameters anew at each run.
const findTokenRows = prepare(({ tokenHash }: { tokenHash: string }, _engine, db) =>
  db
    .with(
      (cte) => cte('t').materialized(),
      (inner) =>
        inner
          .selectFrom('program_tokens')
          .select(['id', 'user_id', 'name', 'scope', 'device_ids', 'last_used_at'])
          .where('token_hash', '=', tokenHash)
          .where('revoked_at', 'is', null),
    )
    .selectFrom('t')
    .innerJoin('users', 'users.id', 't.user_id')
    .select([
      't.id',
      't.user_id',
      't.name',
      't.scope',
      't.device_ids',
      't.last_used_at',
      'users.timezone',
      'users.language',
    ]),
);

export async function saveTokenUse(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('program_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** Of some hashes of tokens, those whose tokens are good. */
export async function findGoodTokens(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('program_tokens')
    .select('token_hash')
    .where('token_hash', 'in', hashes)
    .where('revoked_at', 'is', null)
    .execute();
  return new Set(rows.map(({ token_hash }) => token_hash));
}
