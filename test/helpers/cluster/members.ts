import assert from 'node:assert/strict';
import { withDeadline } from '../../../src/kit/async/deadline.ts';
import { type RunningKisima, startKisima } from '../server/kisima-process.ts';
import { type Answer, type RequestOptions, send } from '../server/test-server.ts';

/** One of the processes that share a database; it dies and is started again. */
export type Member = {
  /** Its address; while it is down, the last one. */
  url: () => string;
  isUp: () => boolean;
  /** Counts its lives, so that what was true of one is not taken for another's. */
  life: () => number;
  start: () => Promise<void>;
  kill: () => Promise<void>;
  /** Stops it politely; fails where it does not leave with 0, or left by itself before. */
  stop: () => Promise<void>;
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
};

/** More than any deadline of the server's own: what takes longer hangs. */
export const hangsAfterMs = 45_000;

/** Most starts, one after the other, that find no database. */
const mostStarts = 20;

/** @param onRefusedStart is told of a start that ended since the database was away. */
export function createMember(env: Record<string, string>, onRefusedStart: () => void): Member {
  let running: RunningKisima | undefined;
  let url = '';
  let life = 0;

  const startOnce = async (): Promise<boolean> => {
    try {
      running = await startKisima(env);
    } catch (error) {
      // As under any supervisor: a start without a database says so, ends, and is tried again.
      if (!/cannot be opened|went away during the start|A migration failed/.test(String(error)))
        throw error;
      onRefusedStart();
      return false;
    }
    url = running.url;
    life += 1;
    return true;
  };

  const take = (): RunningKisima => {
    assert.ok(running, 'it is down');
    const taken = running;
    const { exitCode } = taken.process;
    assert.equal(exitCode, null, `it left by itself with ${exitCode}: ${taken.written()}`);
    running = undefined;
    return taken;
  };

  return {
    url: () => url,
    isUp: () => running !== undefined,
    life: () => life,
    start: async () => {
      for (let tries = 1; !(await startOnce()); tries += 1) assert.ok(tries < mostStarts);
    },
    kill: async () => {
      const { kill, ended } = take();
      kill('SIGKILL');
      assert.equal((await ended).signal, 'SIGKILL');
    },
    stop: async () => void (await take().stop()),
    request: (method, path, options) =>
      withDeadline(path, hangsAfterMs, send(url, method, path, options)),
  };
}
