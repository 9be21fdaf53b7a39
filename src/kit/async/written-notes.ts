import type { Logger } from 'pino';
import { chunksOf } from '../chunks.ts';
import type { Timers } from '../time/timers.ts';
import type { Component } from './components.ts';
import { createLoop } from './loop.ts';

/** Notes that are kept in memory and written now and then, one a key. */
export type WrittenNotes<N> = Component & {
  /**
   * Adds a note to what is noted of its key.
   * @returns false where there is no room for a further key until the next time of writing.
   */
  note: (key: string | number, note: N) => boolean;
  /** Whether something is noted of a key that is not stored yet. */
  has: (key: string | number) => boolean;
};

type NotesDeps = { log: Logger; timers: Timers };

type NotesOptions<N> = {
  /** As logs name the loop. */
  name: string;
  everyMs: number;
  /** Most keys of which something is noted at once. */
  most: number;
  /** What two notes of a key come to, the later one second. */
  join: (earlier: N, later: N) => N;
  /** The order in which rows are written: one everywhere, so that two processes never wait for each other. */
  compare: (a: N, b: N) => number;
  /** Stores some notes, all or none of them. */
  save: (notes: N[]) => Promise<void>;
  /** Called with what was stored, once each time of writing. */
  saved?: (notes: N[]) => void;
};

const rowsAtOnce = 500;

/**
 * Creates notes that cost an entry of a map when they are made, and a row a key when they are written. What could not
 * be stored is kept for the next time; at the end all is written once more.
 */
export function createWrittenNotes<N>(
  deps: NotesDeps,
  { name, everyMs, most, join, compare, save, saved }: NotesOptions<N>,
): WrittenNotes<N> {
  const noted = new Map<string | number, N>();
  /** Those on their way to storage; what is noted of their keys meanwhile is the later. */
  let leaving: ReadonlyMap<string | number, N> = new Map();

  const putBack = (): void => {
    for (const [key, note] of leaving) {
      const later = noted.get(key);
      noted.set(key, later === undefined ? note : join(note, later));
    }
  };
  const write = async (): Promise<void> => {
    const all = [...noted].sort(([, a], [, b]) => compare(a, b));
    const stored: N[] = [];
    try {
      for (const some of chunksOf(all, rowsAtOnce)) {
        // Read anew: while the rows before were written, more may have been noted.
        leaving = new Map(some.map(([key]) => [key, noted.get(key) as N]));
        for (const key of leaving.keys()) noted.delete(key);
        await save([...leaving.values()]);
        stored.push(...leaving.values());
        leaving = new Map();
      }
    } finally {
      putBack();
      leaving = new Map();
      if (stored.length > 0) saved?.(stored);
    }
  };
  const loop = createLoop(deps, { name, everyMs, work: write });

  return {
    ...loop,
    note: (key, note) => {
      if (!noted.has(key) && noted.size >= most) return false;
      const before = noted.get(key);
      noted.set(key, before === undefined ? note : join(before, note));
      return true;
    },
    has: (key) => noted.has(key) || leaving.has(key),
    stop: async () => {
      await loop.stop?.();
      await write();
    },
  };
}
