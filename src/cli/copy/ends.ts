/** Number of rows, and the sum of a number of each, in any order. */
export type Digest = { rows: number; checksum: bigint };

/** Types of our columns on PostgreSQL, which are more exact than on SQLite. */
export type ColumnType = 'bigint' | 'integer' | 'smallint' | 'double precision' | 'text' | 'bytea';

export type TablePlan = {
  name: string;
  columns: { name: string; type: ColumnType }[];
  /** The source's primary key: the order in which rows are copied. */
  key: string[];
  /** Set if the engine counts its `id` up. */
  isCounted: boolean;
};

/** Values in the order of the plan's columns. */
export type Row = unknown[];

/** Values of the plan's key. */
export type KeyValues = unknown[];

/** Rows behind one key (exclusive) and up to another (inclusive). */
export type KeyRange = { after?: KeyValues | undefined; upTo?: KeyValues | undefined };

/** Progress of a table. */
export type TableProgress = Digest & { lastKey: KeyValues };

/** One consistent snapshot of an installation. */
export type Source = {
  count: (table: TablePlan) => Promise<number>;
  /** Rows in the order of the key, some thousands at a time. */
  read: (table: TablePlan, range: KeyRange) => AsyncIterable<Row[]>;
  /** Highest id that a table ever gave; 0 where it gave none. */
  lastId: (table: TablePlan) => Promise<number>;
};

export type Target = {
  progressOf: (table: TablePlan) => Promise<TableProgress | undefined>;
  /** Takes rows, as values and in COPY's binary format; they last with the next `commit`. */
  add: (table: TablePlan, rows: Row[], bytes: Buffer) => Promise<void>;
  commit: (table: TablePlan, progress: TableProgress) => Promise<void>;
  clear: (table: TablePlan) => Promise<void>;
  continueIds: (table: TablePlan, lastId: number) => Promise<void>;
  digest: (table: TablePlan) => Promise<Digest>;
  /** Drops the progress: it is an installation like any other now. */
  finish: () => Promise<void>;
};

/** Names quoted for SQL of both engines. */
export function quoted(names: string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

export function namesOf({ columns }: TablePlan): string[] {
  return columns.map(({ name }) => name);
}

export function keyReader(table: TablePlan): (row: Row) => KeyValues {
  const names = namesOf(table);
  const indexes = table.key.map((name) => names.indexOf(name));
  return (row) => indexes.map((index) => row[index]);
}

/** Iterates over a table, each batch behind the last key of the one before. */
export async function* inBatches(
  table: TablePlan,
  range: KeyRange,
  readBatch: (range: KeyRange) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const keyOf = keyReader(table);
  let after = range.after;
  while (true) {
    const rows = await readBatch({ ...range, after });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = keyOf(last);
  }
}
