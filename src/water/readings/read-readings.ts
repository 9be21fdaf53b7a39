import type { Database, RenderOptions } from '../../db/database.ts';
import type { ReadingsTable } from '../../db/tables/tank-tables.ts';
import type { Listed, ReadingName, Wanted } from './listed-readings.ts';
import { type NumberRows, splitRows } from './number-rows.ts';
import { rowsPage, type SensorSpan, stretchesPage } from './queries.ts';

/** Readings of one sensor that are to be read. */
export type AskedReadings = SensorSpan & {
  /** Aborted when nobody waits for the readings any more; reads then fail. */
  signal?: AbortSignal | undefined;
  isNewestFirst?: boolean;
  /** How many are read at once, about. */
  pageSize?: number;
};

/** How pages are made: of which columns, `recorded_at` among them, and by which renderer of `ofReadings`. */
export type PageMaker = {
  columns: readonly ReadingName[];
  renderer: string;
  /** For the renderer. A function is called for each page, once the one before is there. */
  argument?: object | (() => object);
};

/** Some thousand take the reader's thread a millisecond or two, so that other reads wait little. */
const usualPage = 1000;
/** Readings of a stretch, about. */
const ofStretch = 1000;

/** Where a page comes from. `isLast` where only what was packed meanwhile is looked for. */
type Step = { from: number; end: number; isPacked: boolean; isLast?: boolean };
type PageAhead<P> = {
  step: Step;
  page: Promise<P & Listed>;
  isAwaited: boolean;
  next?: PageAhead<P>;
};

/**
 * Reads the readings of a sensor in a span of time, packed and not, page by page: oldest first, or newest first.
 * Pages are made beside the database connection, the next one while one is used, so that memory does not grow
 * with their number. Reading stops when the caller stops asking.
 *
 * What is packed meanwhile neither gets lost nor comes twice: see `rowsPage`.
 */
export async function* renderReadings<P extends object>(
  db: Database,
  { from, end, signal, isNewestFirst = false, pageSize = usualPage, ...sensor }: AskedReadings,
  { columns, renderer, argument = {} }: PageMaker,
): AsyncGenerator<P & Listed> {
  const limitOf = ({ isPacked }: Step) => (isPacked ? Math.ceil(pageSize / ofStretch) : pageSize);
  const nextStep = isNewestFirst ? stepBack : stepOn;
  const isAhead = typeof argument !== 'function' && !isNewestFirst;

  const read = (step: Step): PageAhead<P> => {
    const span = { from: step.from, end: step.end };
    const page = { ...sensor, ...span, limit: limitOf(step), isNewestFirst };
    const query = step.isPacked
      ? stretchesPage(db.longRead, page)
      : rowsPage(db.longRead, columns, page);
    const wanted: Wanted = { columns, ...span, isNewestFirst };
    const others = typeof argument === 'function' ? argument() : argument;
    const arrived: RenderOptions['arrived'] = (rows) => {
      const timeAt = step.isPacked ? stretchTimeAt : columns.indexOf('recorded_at');
      const reached = rows.at(-1)?.[timeAt] as number | undefined;
      if (isAhead && ahead.isAwaited) readNext(ahead, { found: rows.length, reached });
    };
    const rendered = db.render(
      query,
      renderer,
      { ...others, wanted },
      { arrived, signal, hasBytes: step.isPacked },
    );
    const ahead: PageAhead<P> = {
      step,
      page: rendered as Promise<P & Listed>,
      isAwaited: false,
    };
    // Avoids an unhandled rejection if nobody awaits the page.
    ahead.page.catch(() => {});
    return ahead;
  };
  const readNext = (ahead: PageAhead<P>, found: Found): void => {
    const step = nextStep(ahead.step, found, limitOf(ahead.step));
    if (step && step.from < step.end) ahead.next ??= read(step);
  };

  const first = { from, end, isPacked: !isNewestFirst };
  for (let ahead: PageAhead<P> | undefined = read(first); ahead; ahead = ahead.next) {
    ahead.isAwaited = true;
    const page = await ahead.page;
    if (isAhead) readNext(ahead, page);
    if (page.count > 0) yield page;
    readNext(ahead, page);
  }
}

/** Reads readings as `renderReadings` does, as objects. */
export async function* readReadings<C extends ReadingName>(
  db: Database,
  asked: AskedReadings,
  columns: readonly C[],
): AsyncGenerator<Pick<ReadingsTable, C>[]> {
  const pages = renderReadings<NumberRows>(db, asked, { columns, renderer: 'joinReadings' });
  for await (const page of pages) yield splitRows(page) as Pick<ReadingsTable, C>[];
}

type Found = Pick<Listed, 'found' | 'reached'>;

/** Place in a row of `stretchesPage` of how far the stretch reaches. */
const stretchTimeAt = 1;

/** Packed readings first, which are the older ones. */
function stepOn(step: Step, { found, reached }: Found, limit: number): Step | undefined {
  const { end, isPacked, isLast = false } = step;
  const from = reached === undefined ? step.from : reached + 1;
  if (isPacked && found > 0) return { from, end, isPacked: found === limit };
  if (isPacked) return isLast ? undefined : { from, end, isPacked: false };
  if (found === limit) return { from, end, isPacked };
  return found > 0 ? undefined : { from, end, isPacked: true, isLast: true };
}

/** Readings that are rows first: what is packed meanwhile is then found among the packed ones. */
function stepBack(step: Step, { found, reached }: Found, limit: number): Step | undefined {
  const { from, isPacked } = step;
  const end = reached ?? step.end;
  if (found === limit) return { from, end, isPacked };
  return isPacked ? undefined : { from, end, isPacked: true };
}
