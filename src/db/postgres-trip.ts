import type { Asked } from './pipeline.ts';
import type { PostgresConnection } from './postgres.ts';

type FieldDescription = { name: string; dataTypeID: number };
type Row = Record<string, unknown>;
type Shape = { fields: FieldDescription[]; empty: Row; isNumber: boolean[] };

/** What a connection knows of the statements that were prepared on it, by their names. */
type Known = Map<string, Shape>;
const knownOf = new WeakMap<PostgresConnection, Known>();

/** int8, int2, int4, float4, float8, numeric; whatever else there is stays text. */
const numberTypes = new Set([20, 21, 23, 700, 701, 1700]);

const noRows: Shape = { fields: [], empty: {}, isNumber: [] };

/**
 * Several prepared statements in one way to the server and back, ended by a single Sync: the driver's
 * own pipeline ends each of them, so that the server answers, and both wake up, once for each. The
 * first statement that fails lets the server skip the others, and leaves the connection good for
 * nothing but being closed.
 *
 * The driver calls it as it calls its own queries;
 * see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING.
 */
export class PostgresTrip {
  /** Set by the driver, to end its own deadline. */
  callback?: (error?: Error) => void;
  readonly done: Promise<unknown[][]>;
  readonly #asked: Asked[];
  readonly #results: Row[][] = [];
  #rows: Row[] = [];
  #shape: Shape = noRows;
  #known: Known = new Map();
  #resolve: (results: unknown[][]) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(asked: Asked[]) {
    this.#asked = asked;
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // The driver's deadline may fail it before anybody waits.
    this.done.catch(() => {});
  }

  submit(connection: PostgresConnection): void {
    this.#known = knownOf.get(connection) ?? new Map();
    knownOf.set(connection, this.#known);
    const parsed = new Set<string>();
    connection.stream.cork();
    for (const { statement, values } of this.#asked) {
      const { name, text } = statement;
      const isKnown = this.#known.has(name);
      if (!isKnown && !parsed.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        parsed.add(name);
      }
      connection.bind({ statement: name, values }, true);
      if (!isKnown) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#begin();
  }

  #begin(): void {
    const name = this.#asked[this.#results.length]?.statement.name ?? '';
    this.#rows = [];
    this.#shape = this.#known.get(name) ?? noRows;
  }

  handleRowDescription({ fields }: { fields: FieldDescription[] }): void {
    this.#shape = {
      fields,
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
      isNumber: fields.map(({ dataTypeID }) => numberTypes.has(dataTypeID)),
    };
  }

  handleDataRow({ fields: texts }: { fields: (string | null)[] }): void {
    const { fields, empty, isNumber } = this.#shape;
    const row = { ...empty };
    for (let index = 0; index < texts.length; index++) {
      const text = texts[index];
      const field = fields[index];
      if (field && text != null) row[field.name] = isNumber[index] ? Number(text) : text;
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    const { statement } = this.#asked[this.#results.length] ?? {};
    if (statement) this.#known.set(statement.name, this.#shape);
    this.#results.push(this.#rows);
    this.#begin();
  }

  handleReadyForQuery(): void {
    this.callback?.();
    this.#resolve(this.#results);
  }

  handleError(error: Error): void {
    this.callback?.(error);
    this.#reject(error);
  }
}
