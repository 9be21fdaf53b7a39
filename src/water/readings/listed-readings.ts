import type { Column } from './packed/columns.ts';
import { type PackedName, unpackColumns } from './packed/packed-readings.ts';

/** Columns that can be asked of a reading. */
export type ReadingName = 'sensor_no' | PackedName;

/** What is wanted of what a query finds; see `queries.ts`. */
export type Wanted = {
  /** In the order of the lists. */
  columns: readonly ReadingName[];
  /** Epoch milliseconds of `[from, end)`; stretches hold readings outside of it, too. */
  from: number;
  end: number;
  isNewestFirst?: boolean;
  /** Only these, as `readingAt` names them. */
  chosen?: ReadonlySet<string>;
};

/** What a query came to, beside what was rendered of it. */
export type Listed = {
  /** Readings that were rendered. */
  count: number;
  /** Rows that the query gave: readings or stretches. */
  found: number;
  /** How far what was looked at reaches; undefined where there was nothing. */
  reached: number | undefined;
};

type Values = (number | null)[];
type FoundRow = (number | null | Uint8Array)[];

/** The name of a column that holds the bytes of a stretch. */
export const bodyName = 'body';

export function readingAt(sensorNo: number, recordedAt: number): string {
  return `${sensorNo}/${recordedAt}`;
}

/**
 * Makes a renderer of readings (`db/renderer.ts`) one that takes what any query of `queries.ts` finds, packed
 * stretches included. It unpacks beside the connection, so that the main thread does not.
 */
export function ofReadings<A, P extends object>(
  render: (rows: Values[], columns: readonly string[], argument: A) => P,
) {
  return (rows: FoundRow[], columns: string[], argument: A & { wanted: Wanted }): P & Listed => {
    const { wanted } = argument;
    const { listed, reached } = listReadings(rows, columns, wanted);
    const page = render(listed, wanted.columns, argument);
    return { ...page, count: listed.length, found: rows.length, reached };
  };
}

function listReadings(rows: FoundRow[], columns: readonly string[], wanted: Wanted) {
  const bodyAt = columns.indexOf(bodyName);
  const timeAt = columns.indexOf('recorded_at');
  if (bodyAt < 0) {
    const last = rows.at(-1)?.[timeAt];
    return { listed: rows as Values[], reached: last as number | undefined };
  }
  const listed: Values[] = [];
  let reached: number | undefined;
  for (const row of rows) {
    const body = row[bodyAt];
    if (body instanceof Uint8Array) {
      reached = row[1] as number;
      listStretch(body, row[0] as number, wanted, listed);
    } else {
      listed.push(row.slice(0, bodyAt) as Values);
    }
  }
  // Stretches of several sensors, and readings that are no part of one.
  if (timeAt >= 0) sortByTime(listed, timeAt, wanted.columns.indexOf('sensor_no'));
  return { listed, reached };
}

/** Adds the wanted readings of a stretch. */
function listStretch(
  body: Uint8Array,
  sensorNo: number,
  { columns, from, end, isNewestFirst = false, chosen }: Wanted,
  listed: Values[],
): void {
  const names = columns.filter((name) => name !== 'sensor_no');
  const [times = new Float64Array(), ...fields] = unpackColumns(body, ['recorded_at', ...names]);
  let next = 0;
  const values: (Column | undefined)[] = columns.map((name) =>
    name === 'sensor_no' ? undefined : fields[next++],
  );
  const list = (at: number): void => {
    const time = times[at] ?? Number.NaN;
    if (!(time >= from && time < end)) return;
    if (chosen && !chosen.has(readingAt(sensorNo, time))) return;
    listed.push(
      values.map((column) => {
        const value = column ? (column[at] ?? Number.NaN) : sensorNo;
        return Number.isNaN(value) ? null : value;
      }),
    );
  };
  if (isNewestFirst) for (let at = times.length - 1; at >= 0; at -= 1) list(at);
  else for (let at = 0; at < times.length; at += 1) list(at);
}

function sortByTime(listed: Values[], timeAt: number, sensorAt: number): void {
  const number = (row: Values, at: number) => row[at] ?? 0;
  listed.sort(
    (a, b) => number(a, timeAt) - number(b, timeAt) || number(a, sensorAt) - number(b, sensorAt),
  );
}
