import { sql } from 'kysely';
import type { Db } from '../../db.ts';
import { type BatchTables, nameBatchTables, plainTables } from '../batch-tables.ts';

/**
 * PostgreSQL's `hashint8` of an id, by which Citus divides devices over shards. It cannot change, since
 * stored shards depend on it.
 * See `hashint8` in `src/backend/access/hash/hashfunc.c` and `hash_bytes_uint32` in `src/common/hashfn.c`
 * of PostgreSQL, which is Bob Jenkins' lookup3 (https://burtleburtle.net/bob/c/lookup3.c).
 * @param id a whole number from 0 to 2^53 - 1.
 */
export function hashDevice(id: number): number {
  const start = 0x9e3779b9 + 4 + 3923095;
  let a = (start + ((id >>> 0) ^ Math.floor(id / 2 ** 32))) | 0;
  let b = start | 0;
  let c = start | 0;
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  c = ((c ^ b) - rotate(b, 24)) | 0;
  return c;
}

function rotate(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by));
}

/** A server of the cluster, as the coordinator knows it. */
export type Address = { host: string; port: number };

/** Shards of all tables of batches that hold the same devices, and their server. */
type Place = { id: number; tables: BatchTables; address: Address };

export type ShardMap = {
  places: Place[];
  /** @throws Error where no shard has the device, which Citus does not let happen. */
  find: (deviceId: number) => Place;
};

type Row = Address & { table: string; id: number; least: number; most: number };

/** All others are put beside it, so it is the one that locks are about. */
const anchor = 'device_status';

/** Asks the coordinator which shard has which devices, and which server has it. */
export async function readShardMap(db: Db): Promise<ShardMap> {
  const names = Object.keys(plainTables);
  const { rows } = await sql<Row>`
    select c.relname as "table", s.shardid as id, s.shardminvalue::integer as least,
      s.shardmaxvalue::integer as most, n.nodename as host, n.nodeport as port
    from pg_dist_shard as s
    join pg_class as c on c.oid = s.logicalrelid
    join pg_dist_placement as p on p.shardid = s.shardid
    join pg_dist_node as n on n.groupid = p.groupid and n.noderole = 'primary'
    where c.oid in (select to_regclass(name) from unnest(${names}::text[]) as t (name))`.execute(
    db,
  );
  const ranges = [...Map.groupBy(rows, ({ least }) => least).values()]
    .map((shards) => ({ most: shards[0]?.most ?? 0, place: placeOf(shards) }))
    .sort((a, b) => a.most - b.most);
  return {
    places: ranges.map(({ place }) => place),
    find: (deviceId) => {
      const hash = hashDevice(deviceId);
      const range = ranges.find(({ most }) => hash <= most);
      if (!range) throw new Error(`no shard has the device ${deviceId}`);
      return range.place;
    },
  };
}

function placeOf(shards: Row[]): Place {
  const ids = new Map(shards.map(({ table, id }) => [table, id]));
  const first = shards.find(({ table }) => table === anchor);
  if (!first) throw new Error(`the table ${anchor} is not spread`);
  const { id, host, port } = first;
  return {
    id,
    tables: nameBatchTables((table) => `${table}_${ids.get(table)}`),
    address: { host, port },
  };
}
