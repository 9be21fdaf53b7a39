import type { BatchTables } from './postgres/batch-tables.ts';

/** A statement that is prepared once on each connection, under a name that no other one has. */
export type PreparedStatement = { name: string; text: string };

export type ElementType = 'bigint' | 'integer' | 'smallint' | 'double' | 'xid' | 'text';

/** The elements of an array of PostgreSQL: texts for `text`, else numbers that the type can hold. */
export type PipelineArray = {
  type: ElementType;
  elements: readonly (number | null)[] | readonly (string | null)[];
};

/** Value of a parameter: text as PostgreSQL reads it, or an array. */
export type PipelineValue = string | PipelineArray | null;

export type Asked = { statement: PreparedStatement; values: PipelineValue[] };

/**
 * A transaction on PostgreSQL whose statements go several in a round trip, and give the rows of each. It is
 * used by batches of readings and by the recomputation of their ledger, whose dozen statements would else
 * wait for the network a dozen times. The protocol under it is our own for speed alone.
 */
export type Pipeline = {
  ask: (...asked: Asked[]) => Promise<unknown[][]>;
  /** Asks, and commits in the same round trip. Nothing is stored without it. */
  commit: (...last: Asked[]) => Promise<unknown[][]>;
};

/** Devices whose batches are written one after another; several partitions write at once. */
export type Partition = {
  run: RunPipelined;
  /** Set where Citus has the tables: the shard that has these devices. */
  shard?: Shard;
};

/** A shard of Citus, which takes transactions as a database of its own. */
export type Shard = {
  id: number;
  tables: BatchTables;
  /** Takes ids for new rows of a table, which the coordinator counts for all shards. */
  takeIds: (table: 'incidents' | 'pump_commands', count: number) => Promise<number[]>;
  /** True if its server did not answer a moment ago. */
  isAway: () => boolean;
};

/** All devices, divided by their ids. The partition of a device is the same object each time. */
export type Partitions = { count: number; of: (deviceId: number) => Partition };

/** Runs work in one transaction. Nothing of it is stored where it throws or does not commit. */
export type RunPipelined = <T>(work: (pipeline: Pipeline) => Promise<T>) => Promise<T>;
