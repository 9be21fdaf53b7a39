import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Wait, Watched } from './watch-health.ts';

/** Asks again and again, so that a wait of any length is seen as a whole. */
const { url, pid }: Watched = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const pauseMs = 2;

/** Waits that are worth telling of, in milliseconds. */
const leastTold = 15;

/** Milliseconds for which the server's main thread has had a processor (`man 5 proc`, "schedstat"). */
function busyMs(): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)) / 1e6;
}

function ask(): void {
  const from = Date.now();
  const start = performance.now();
  const busyBefore = busyMs();
  const tell = (status: number) => {
    const milliseconds = performance.now() - start;
    if (milliseconds >= leastTold || status !== 200) {
      const busy = busyMs() - busyBefore;
      parentPort?.postMessage({ from, milliseconds, busy, status } satisfies Wait);
    }
    setTimeout(ask, pauseMs);
  };
  get(`${url}/healthz`, { agent }, (answer) => {
    answer.resume();
    answer.on('end', () => tell(answer.statusCode ?? 0));
  }).on('error', () => tell(0));
}

ask();
