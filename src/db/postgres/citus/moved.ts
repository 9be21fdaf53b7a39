import type { Asked } from '../../pipeline.ts';

/** SQLSTATE `invalid_text_representation`, of a text that is no number. */
const noNumber = '22P02';
const said = 'the shard stands elsewhere';

/**
 * First statements of a transaction on a shard. The lock is the one that Citus itself takes before it
 * writes: a move or division of the shard waits for the transaction, and the other way round. The second
 * statement begins once it is held, so it sees the move that it has waited for, and fails if the shard has
 * gone: its writes would then be lost.
 * @param id of the shard that is locked; those beside it move together with it.
 */
export function holdShard(id: number): Asked[] {
  const shareLock = 5;
  const texts = {
    lock_shard: `select lock_shard_metadata(${shareLock}, array[${id}])`,
    find_shard: `select case when count(*) > 0 then 0 else ('${said}' || count(*))::integer end as "here"
      from pg_dist_placement where shardid = ${id}
      and groupid in (select groupid from pg_dist_local_group)`,
  };
  return Object.entries(texts).map(([name, text]) => ({
    statement: { name: `${name}_${id}`, text },
    values: [],
  }));
}

/** True if a transaction failed because its shard is on another server by now. */
export function isMoved(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === noNumber && error.message.includes(said);
}
