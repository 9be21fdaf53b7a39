import { Unreachable } from '../api/failure.ts';
import { type Outcome, runImport } from '../device-setup/import/run-import.ts';

/**
 * Does something with each of many lines, a few at a time, and as patiently as the server asks for.
 * @param onDone is told after each how many are done.
 * @returns those that failed, and why.
 * @throws Unreachable where the server cannot be reached any more.
 */
export async function forEachRow<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<void>,
  onDone: (count: number) => void,
): Promise<{ row: Row; failure: Error }[]> {
  const failed: { row: Row; failure: Error }[] = [];
  let done = 0;
  const end = await runImport({
    rows,
    register: async (row): Promise<Outcome> => {
      await act(row);
      return { kind: 'registered', deviceId: '' };
    },
    onOutcome: (row, outcome) => {
      if ('failure' in outcome) failed.push({ row, failure: outcome.failure });
      onDone(++done);
    },
    onWait: () => {},
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
    signal: new AbortController().signal,
  });
  if (end === 'unreachable') throw new Unreachable(undefined);
  return failed;
}
