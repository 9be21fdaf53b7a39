import { get } from 'node:http';
import { setTimeout } from 'node:timers/promises';

export type Abandoner = {
  /** Resolves once all have hung up; how many requests were sent, and how many of them got a status. */
  stop: () => Promise<{ sent: number; answered: Map<number, number> }>;
};

type Abandonment = {
  url: string;
  /** Path and query of a long read, such as a week of `history`. */
  path: string;
  token: string;
  /** Requests that are open at the same time, each on a connection of its own. */
  atOnce: number;
  /** From a request to its hanging up, in milliseconds. */
  hangUpAfterMs: number;
};

/** From one request of a client to its next: faster would be a flood, which is the network's to stop. */
const againMs = 1000;

/**
 * A client that asks for much and leaves before it comes, over and over until it is stopped: a page
 * that is reloaded by an impatient hand, or somebody who means it.
 */
export function startAbandoner(abandonment: Abandonment): Abandoner {
  const stopping = new AbortController();
  const answered = new Map<number, number>();
  let sent = 0;
  const keepAsking = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      sent += 1;
      const [status] = await Promise.all([askAndHangUp(abandonment), setTimeout(againMs)]);
      if (status !== undefined) answered.set(status, (answered.get(status) ?? 0) + 1);
    }
  };
  const clients = Array.from({ length: abandonment.atOnce }, keepAsking);
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(clients);
      return { sent, answered };
    },
  };
}

/** @returns the status, where the answer had begun by the time the client hung up. */
export async function askAndHangUp({
  url,
  path,
  token,
  hangUpAfterMs,
}: Omit<Abandonment, 'atOnce'>): Promise<number | undefined> {
  let status: number | undefined;
  const request = get(url + path, { agent: false, headers: { authorization: `Bearer ${token}` } });
  request.on('response', (response) => {
    status = response.statusCode;
    // A client that hangs up breaks its own answer off.
    response.on('error', () => {}).resume();
  });
  request.on('error', () => {});
  await setTimeout(hangUpAfterMs);
  request.destroy();
  return status;
}
