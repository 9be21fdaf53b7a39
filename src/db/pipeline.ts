/** A statement that is prepared once on each connection, under a name that no other one has. */
export type PreparedStatement = { name: string; text: string };

/** Text, or a `Buffer` in PostgreSQL's binary format; see `binary-arrays.ts`. */
export type PipelineValue = string | Buffer | null;

/**
 * A transaction on PostgreSQL whose statements do not wait for each other: what was queued goes out
 * together, in its order, with the next statement that is asked or with the commit.
 */
export type Pipeline = {
  /** A statement whose rows nobody needs. It fails whatever goes out with it. */
  queue: (statement: PreparedStatement, values: PipelineValue[]) => void;
  /** Several statements, and all that was queued before them, in one way there and back. */
  ask: (...asked: Asked[]) => Promise<unknown[][]>;
};

export type Asked = { statement: PreparedStatement; values: PipelineValue[] };

/** How many transactions may run at once, and how one is run; further ones wait for a connection. */
export type Lanes = { count: number; run: RunPipelined };

/** Does a piece of work in one transaction. Nothing of it is stored where it throws. */
export type RunPipelined = <T>(work: (pipeline: Pipeline) => Promise<T>) => Promise<T>;
