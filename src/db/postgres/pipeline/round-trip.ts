import type { Asked } from '../../pipeline.ts';
import type { PostgresConnection } from '../postgres.ts';
import { MessageWriter } from './message-writer.ts';

type FieldDescription = { name: string; dataTypeID: number };
type Row = Record<string, unknown>;
type Shape = { fields: FieldDescription[]; empty: Row; isNumber: boolean[] };

/** Statements prepared on a connection, by their names. */
type Known = Map<string, Shape>;
/** State of a connection that is kept from trip to trip. */
const luggageOf = new WeakMap<PostgresConnection, { known: Known; writer: MessageWriter }>();

/** int8, int2, int4, xid, float4, float8, numeric; whatever else there is stays text. */
const numberTypes = new Set([20, 21, 23, 28, 700, 701, 1700]);

const noRows: Shape = { fields: [], empty: {}, isNumber: [] };

/**
 * Several prepared statements in one way to the server and back, ended by a single Sync: the driver's
 * own pipeline ends each of them, so that the server answers, and both wake up, once for each. The
 * first statement that fails lets the server skip the others, and all of the trip fails.
 *
 * The driver calls it as it calls its own queries;
 * see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING.
 */
export class RoundTrip {
  /** Set by the driver, which ends its own deadline by it. */
  callback?: (error?: Error) => void;
  readonly done: Promise<unknown[][]>;
  /** Set if it has ended so that the connection can be used on, if only for a rollback. */
  leftGood = false;
  readonly #asked: Asked[];
  readonly #results: Row[][] = [];
  #rows: Row[] = [];
  #shape: Shape = noRows;
  #known: Known = new Map();
  /** Statements that the server has prepared, unless the trip failed before it came to them. */
  readonly #parsed = new Set<string>();
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

  /** @returns the fault of a parameter, if there is one; then nothing was sent. */
  submit(connection: PostgresConnection): Error | undefined {
    const luggage = luggageOf.get(connection) ?? { known: new Map(), writer: new MessageWriter() };
    luggageOf.set(connection, luggage);
    this.#known = luggage.known;
    try {
      // The last trip has come back, so nothing of what it wrote is still to be sent.
      connection.stream.write(this.#say(luggage.writer));
      this.#begin();
      return undefined;
    } catch (error) {
      return error as Error;
    }
  }

  #say(writer: MessageWriter): Buffer {
    for (const { statement, values } of this.#asked) {
      const { name, text } = statement;
      const isKnown = this.#known.has(name);
      if (!isKnown && !this.#parsed.has(name)) {
        writer.parse(name, text);
        this.#parsed.add(name);
      }
      writer.bind(name, values);
      if (!isKnown) writer.describe();
      writer.execute();
    }
    writer.sync();
    return writer.take();
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
    this.leftGood = true;
    this.callback?.();
    this.#resolve(this.#results);
  }

  handleError(error: Error): void {
    const isAboutStatement = (error as { severity?: unknown }).severity === 'ERROR';
    this.leftGood = isAboutStatement && this.#parsed.size === 0;
    this.callback?.(error);
    this.#reject(error);
  }
}
