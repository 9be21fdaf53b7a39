import type { BatchTables } from './postgres/batch-tables.ts';

/** A statement that is prepared once on each connection, under a name that no other one has. */
export type PreparedStatement = { name: string; text: string };

export type ElementType = 'bigint' | 'integer' | 'smallint' | 'double' | 'xid' | 'text';

/** The elements of an array of PostgreSQL: texts for `text`, else numbers that the type can hold. */
export type PipelineArray = {
  type: ElementType;
  elements: readonly (number | null)[] | readonly (string | null)[];
};

/** What a parameter is given: text as PostgreSQL reads it, or an array. */
export type PipelineValue = string | PipelineArray | null;

export type Asked = { statement: PreparedStatement; values: PipelineValue[] };

/** A transaction on PostgreSQL: several statements go in one round trip, and give the rows of each. */
export type Pipeline = {
  ask: (...asked: Asked[]) => Promise<unknown[][]>;
  /** As `ask`, and commits in the same round trip. Nothing is stored without it. */
  commit: (...last: Asked[]) => Promise<unknown[][]>;
};

/** Devices whose batches go out one after the other; several partitions write at once. */
export type Partition = {
  run: RunPipelined;
  /** Where Citus has the tables: the shard that has these devices. */
  shard?: Shard;
};

/** A shard of Citus, to which transactions go as to a database of its own. */
export type Shard = {
  id: number;
  tables: BatchTables;
  /** Numbers for new rows of a table, which the coordinator counts for all shards. */
  takeIds: (table: 'incidents' | 'pump_commands', count: number) => Promise<number[]>;
  /** Whether its server was found not to answer a moment ago. */
  isAway: () => boolean;
};

/** All devices, divided by their ids. The partition of a device is the same object each time. */
export type Partitions = { count: number; of: (deviceId: number) => Partition };

/** Does a piece of work in one transaction. Nothing of it is stored where it throws or does not commit. */
export type RunPipelined = <T>(work: (pipeline: Pipeline) => Promise<T>) => Promise<T>;
