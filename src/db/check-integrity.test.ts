import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import {
  makeMigratedPostgres,
  postgresTarget,
} from '../../test/helpers/database/migrated-storage.ts';
import { untilSomebodyWaits } from '../../test/helpers/database/until-somebody-waits.ts';
import { checkIntegrity, type Integrity } from './check-integrity.ts';
import type { Database } from './database.ts';
import type { Db } from './db.ts';
import { openDatabase } from './open-database.ts';

describe('a check of PostgreSQL beside a server', () => {
  let db: Database;
  let hasty: Database;
  let drop: () => Promise<void>;
  before(async () => {
    const database = await makeMigratedPostgres();
    drop = database.drop;
    const target = postgresTarget(database.url);
    db = await openDatabase(target);
    hasty = await openDatabase({ ...target, lockTimeoutMs: 50 });
    await sql`create extension amcheck`.execute(db.write);
    await sql`create table part_of_test (id integer primary key)`.execute(db.write);
  });
  after(async () => {
    await hasty.close();
    await db.close();
    await drop();
  });

  /** Does something while somebody else has the table and its index. */
  const whileHeld = <T>(work: (trx: Db) => Promise<T>): Promise<T> =>
    db.transaction(async (trx) => {
      await sql`lock table part_of_test in access exclusive mode`.execute(trx);
      return await work(trx);
    });

  it('says what it could not check since another held it for too long', async () => {
    const found = await whileHeld(() => checkIntegrity(hasty));
    assert.deepEqual(found, {
      faults: [],
      unchecked: 'others held part_of_test, part_of_test_pkey',
    });
  });

  it('passes over a part that is dropped meanwhile', async () => {
    let found: Promise<Integrity> | undefined;
    await whileHeld(async (trx) => {
      found = checkIntegrity(db);
      await untilSomebodyWaits(db);
      await sql`drop table part_of_test`.execute(trx);
    });
    assert.deepEqual(await found, { faults: [] });
  });
});
