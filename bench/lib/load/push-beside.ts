import type { Database } from '../../../src/db/database.ts';
import type { Clock } from '../../../src/kit/time/clock.ts';
import { openRecorder, readingOf } from '../seed/record-history.ts';

/** Devices that wait for their answers at once, on 64 connections. */
const abreast = 64;

/**
 * Has devices push one after another for as long as some work takes.
 * @returns how many pushes were stored in a second.
 */
export async function pushBeside(
  db: Database,
  clock: Clock,
  ids: number[],
  work: () => Promise<void>,
): Promise<number> {
  const recorder = openRecorder(db, clock);
  let isOver = false;
  let stored = 0;
  const push = async (): Promise<void> => {
    while (!isOver) {
      stored += 1;
      const id = ids[stored % ids.length] ?? 0;
      await recorder.record(readingOf(id, stored, { isLocated: false }));
    }
  };
  const start = performance.now();
  const pushing = Promise.all(Array.from({ length: abreast }, push));
  await work();
  isOver = true;
  await pushing;
  const seconds = (performance.now() - start) / 1000;
  await recorder.stop?.();
  return stored / seconds;
}
