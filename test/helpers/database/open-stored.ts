import { join } from 'node:path';
import { Kysely } from 'kysely';
import type { Db } from '../../../src/db/db.ts';
import { openPostgres } from '../../../src/db/postgres/postgres-database.ts';
import { createSqliteDialect } from '../../../src/db/sqlite/sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile } from '../../../src/db/sqlite/sqlite-file.ts';
import type { Tables } from '../../../src/db/tables/tables.ts';
import type { Storage } from '../server/kisima-process.ts';

/** Reads a server's database behind its back, over a connection of its own; writes too, in short statements. */
export function openStored(
  { folder, databaseUrl }: Pick<Storage, 'folder' | 'databaseUrl'>,
  { readonly = true } = {},
): {
  db: Db;
  close: () => Promise<void>;
} {
  if (databaseUrl !== undefined) {
    const { db } = openPostgres({
      url: databaseUrl,
      poolSize: 1,
      connectTimeoutMs: 5000,
      statementTimeoutMs: 30_000,
    });
    return { db, close: () => db.destroy() };
  }
  const file = openSqliteFile(join(folder, 'kisima.db'), { readonly, cacheKib: 16_384 });
  const source = { execute: createStatementRunner(file), acquire: async () => () => {} };
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(source) });
  return { db, close: async () => void file.close() };
}
