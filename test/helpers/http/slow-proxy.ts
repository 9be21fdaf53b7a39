import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type SlowProxy = {
  url: string;
  /** Ends the body that is under way in the middle, as a lost network does. */
  breakOff: () => void;
  /** Resolves when the browser has let go of the body that is under way. */
  letGo: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Stands before the server at `target`, hands everything on, and answers what has `slow` in its
 * address with a first piece of a body that never ends by itself.
 */
export async function startSlowProxy(target: string, slow: string): Promise<SlowProxy> {
  let open: { answer: http.ServerResponse; closed: Promise<void> } | undefined;
  const proxy = http.createServer((request, answer) => {
    const closed = new Promise<void>((resolve) => answer.on('close', resolve));
    if (request.url?.includes(slow)) {
      open = { answer, closed };
      answer.writeHead(200, { 'content-type': 'text/csv' }).write('x'.repeat(20_000));
      return;
    }
    const { method, headers } = request;
    const onward = http.request(`${target}${request.url}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    breakOff: () => open?.answer.destroy(),
    letGo: async () => await open?.closed,
    stop: async () => {
      const stopped = new Promise<void>((resolve) => proxy.close(() => resolve()));
      proxy.closeAllConnections();
      await stopped;
    },
  };
}
