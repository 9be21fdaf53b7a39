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

/**
 * A transaction on PostgreSQL whose statements do not wait for each other: several of them go in one
 * way there and back, and give the rows of each.
 */
export type Pipeline = {
  ask: (...asked: Asked[]) => Promise<unknown[][]>;
  /** As `ask`, with the commit in the same way there and back. Nothing can be asked after it. */
  finish: (...asked: Asked[]) => Promise<unknown[][]>;
};

/** How many transactions may run at once, and how one is run; further ones wait for a connection. */
export type Lanes = { count: number; run: RunPipelined };

/** Does a piece of work in one transaction. Nothing of it is stored where it throws. */
export type RunPipelined = <T>(work: (pipeline: Pipeline) => Promise<T>) => Promise<T>;
