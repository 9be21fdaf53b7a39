import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: its answer is lost, it is put off, or it goes through. */
export type Way = 'lost' | 'busy' | 'through';

export type FlakyProxy = {
  url: string;
  /** Ways of the next requests in turn; what comes after them goes through. */
  next: (ways: Way[]) => void;
  /** Headers of the requests since `next`. */
  seen: () => http.IncomingHttpHeaders[];
  stop: () => Promise<void>;
};

/** Stands before the server at `target`, as a bad network does. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  let ways: Way[] = [];
  let seen: http.IncomingHttpHeaders[] = [];
  const proxy = http.createServer((request, answer) => {
    const { method, headers } = request;
    seen.push(headers);
    const way = ways.shift() ?? 'through';
    if (way === 'busy') {
      request.resume();
      const text = JSON.stringify({ success: false, error: 'Busy.', code: 'unavailable' });
      answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' }).end(text);
      return;
    }
    const onward = http.request(`${target}${request.url}`, { method, headers }, (response) => {
      if (way === 'lost') {
        // The server has done it by then.
        response.resume().on('end', () => answer.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    request.pipe(onward);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    next: (some) => {
      ways = [...some];
      seen = [];
    },
    seen: () => seen,
    stop: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
