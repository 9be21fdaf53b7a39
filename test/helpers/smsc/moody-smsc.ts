import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { News, Order } from './moody-smsc-process.ts';

const script = fileURLToPath(new URL('moody-smsc-process.ts', import.meta.url));

/** An SMSC that can be told to misbehave, and killed; instants are of the wall clock. */
export type MoodySmsc = {
  port: number;
  /** Instant of each `submit_sm` that was not answered with SYSERR, by its number, over all lives. */
  arrivals: ReadonlyMap<string, readonly number[]>;
  count: () => number;
  tell: (order: Order) => void;
  /** Resolves with when it said so: it takes messages from then on. */
  taking: () => Promise<number>;
  /** Kills it, and starts another on its port after a while; resolves once that one listens. */
  dieFor: (ms: number) => Promise<number>;
  close: () => Promise<void>;
};

export async function startMoodySmsc(): Promise<MoodySmsc> {
  const arrivals = new Map<string, number[]>();
  let count = 0;
  let child: ChildProcess;
  let port = 0;

  const next = async (wanted: News['news']): Promise<News> => {
    for (;;) {
      const [news] = (await once(child, 'message')) as [News];
      if (news.news === wanted) return news;
    }
  };
  const start = async (): Promise<number> => {
    child = fork(script, [String(port)], { execArgv: [], stdio: 'inherit' });
    child.on('message', (news: News) => {
      if (news.news !== 'submitted') return;
      count += 1;
      const known = arrivals.get(news.phone);
      if (known) known.push(news.at);
      else arrivals.set(news.phone, [news.at]);
    });
    const listening = await next('listening');
    if (listening.news === 'listening') port = listening.port;
    return listening.at;
  };
  const kill = async (): Promise<void> => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };

  await start();
  return {
    port,
    arrivals,
    count: () => count,
    tell: (order) => void child.send(order),
    taking: async () => (await next('taking')).at,
    dieFor: async (ms) => {
      await kill();
      await new Promise((resolve) => setTimeout(resolve, ms));
      return await start();
    },
    close: kill,
  };
}
