import { sql } from 'kysely';
import type { Db } from '../../../src/db/db.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { plainTables } from '../../../src/db/postgres/batch-tables.ts';
import { placements } from '../../../src/db/postgres/placements.ts';
import { databaseModules } from '../../../src/water/index.ts';
import { makeMigratedPostgres, postgresTarget } from './migrated-storage.ts';

/**
 * A database of PostgreSQL that takes itself for one that Citus has spread over two workers: what Citus
 * says of its shards stands in tables of its names, a shard is a view of each table, and both workers
 * are this server, each by a port of its own. A connection belongs to the workers that there were when
 * it was made, so that one can be replaced by a third.
 */
export type SpreadDatabase = {
  url: string;
  /** The ports of the workers; the shards of ids are on them by turns. */
  ports: [number, number];
  drop: () => Promise<void>;
};

/** The shards, by the highest hash of each, in the order of Citus. */
const highest = [-1_073_741_825, -1, 1_073_741_823, 2_147_483_647];
const firstShard = 102_008;

/** @param portOf the port by which a worker is reached, given that of the server. */
export async function makeSpreadDatabase(
  portOf: (server: number) => Promise<number> = async (port) => port,
): Promise<SpreadDatabase> {
  const { url, drop } = await makeMigratedPostgres();
  const server = Number(new URL(url).port || 5432);
  const ports: [number, number] = [await portOf(server), await portOf(server)];
  const { hostname } = new URL(url);
  const { db, close } = await openPlain(url);
  for (const statement of standIn(hostname, ports)) await sql.raw(statement).execute(db);
  await close();
  return { url, ports, drop };
}

/** Moves the shards of the first worker to a third one, as Citus does, and waits for batches in hand. */
export async function moveShards(db: Db, { url }: SpreadDatabase, port: number): Promise<void> {
  const { hostname } = new URL(url);
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(shardid) from pg_dist_placement where groupid = 1
      order by shardid`.execute(trx);
    await sql`insert into pg_dist_node values (3, ${hostname}, ${port}, 'primary')`.execute(trx);
    await sql`update sessions_of_groups set until = clock_timestamp() where groupid = 1`.execute(
      trx,
    );
    await sql`insert into sessions_of_groups values (3, clock_timestamp(), 'infinity')`.execute(
      trx,
    );
    await sql`update pg_dist_placement set groupid = 3 where groupid = 1`.execute(trx);
  });
}

async function openPlain(url: string) {
  const plain = await openDatabase(postgresTarget(url), databaseModules);
  return { db: plain.write, close: plain.close };
}

function standIn(host: string, ports: number[]): string[] {
  const tables = Object.keys(plainTables);
  const shards = tables.flatMap((table, index) =>
    highest.map((most, place) => {
      const id = firstShard + index * highest.length + place;
      const least = (highest[place - 1] ?? -2_147_483_649) + 1;
      return { table, id, least, most, group: (place % 2) + 1 };
    }),
  );
  const spread = Object.entries(placements)
    .filter(([, { kind }]) => kind !== 'local')
    .map(([table, { kind }]) => `('${table}', '${kind}')`);
  return [
    `create function citus_version() returns text language sql as $$ select 'Citus 13.2.2 on x86_64' $$`,
    `create view citus_tables as select name::regclass as table_name, kind as citus_table_type
       from (values ${spread.join()}) as t (name, kind)`,
    `create table pg_dist_shard (logicalrelid regclass, shardid bigint, shardminvalue text,
       shardmaxvalue text)`,
    'create table pg_dist_placement (shardid bigint, groupid integer)',
    'create table pg_dist_node (groupid integer, nodename text, nodeport integer, noderole text)',
    // Citus takes a lock of its own in this place, which conflicts in the same way.
    `create function lock_shard_metadata(mode integer, ids bigint[]) returns void language sql
       as $$ select pg_advisory_xact_lock_shared(id) from unnest(ids) as t (id) $$`,
    'create table sessions_of_groups (groupid integer, since timestamptz, until timestamptz)',
    `insert into sessions_of_groups values (1, '-infinity', 'infinity'), (2, '-infinity', 'infinity')`,
    `create view pg_dist_local_group as select groupid from sessions_of_groups, pg_stat_activity
       where pid = pg_backend_pid() and backend_start >= since and backend_start < until`,
    ...ports.map(
      (port, index) =>
        `insert into pg_dist_node values (${index + 1}, '${host}', ${port}, 'primary')`,
    ),
    ...shards.flatMap(({ table, id, least, most, group }) => [
      `create view ${table}_${id} as select *${table === 'device_status' ? ', xmin' : ''} from ${table}`,
      `insert into pg_dist_shard values ('${table}', ${id}, '${least}', '${most}')`,
      `insert into pg_dist_placement values (${id}, ${group})`,
    ]),
  ];
}
