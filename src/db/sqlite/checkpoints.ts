import type { SqliteThreadClient } from './sqlite-thread-client.ts';

/** How often a busy log is looked at, and how many commits since the last look make it busy. */
const lookEveryMs = 200;
const busyCommits = 40;

/**
 * Copies the pages of the write-ahead log into the database beside the writer, while there is much to
 * copy. The writer's own checkpoint, after 80,000 pages, would stop all commits for 20 to 40 ms every
 * four seconds of full load. A passive one on another connection stops none
 * (https://sqlite.org/wal.html#ckpt), and leaves the writer's own the last few pages and the
 * sync of the database, after which the log begins anew.
 * @param thread a connection of its own, whose thread is started when the first load comes.
 */
export function createCheckpoints(thread: SqliteThreadClient) {
  let commits = 0;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<unknown> = Promise.resolve();

  const look = (): void => {
    timer = undefined;
    const isBusy = commits >= busyCommits;
    commits = 0;
    if (!isBusy) return;
    // What fails now is tried again with the next load.
    round = thread.execute('pragma wal_checkpoint(passive)', []).catch(() => {});
  };

  return {
    noticeCommit: (): void => {
      commits += 1;
      timer ??= setTimeout(look, lookEveryMs).unref();
    },
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await round;
      await thread.stop();
    },
  };
}
