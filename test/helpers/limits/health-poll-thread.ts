import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { Wait } from './watch-health.ts';

/** Asks again and again, so that a wait of any length is seen as a whole. */
const url = `${workerData}/healthz`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const pauseMs = 2;

/** Waits that are worth telling of, in milliseconds. */
const leastTold = 15;

function ask(): void {
  const from = Date.now();
  const start = performance.now();
  const tell = (status: number) => {
    const milliseconds = performance.now() - start;
    if (milliseconds >= leastTold || status !== 200) {
      parentPort?.postMessage({ from, milliseconds, status } satisfies Wait);
    }
    setTimeout(ask, pauseMs);
  };
  get(url, { agent }, (answer) => {
    answer.resume();
    answer.on('end', () => tell(answer.statusCode ?? 0));
  }).on('error', () => tell(0));
}

ask();
