import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createArrivals } from '../http/arrivals.ts';

/** A request as it came over the wire. */
export type ReceivedEvent = { path: string; headers: IncomingHttpHeaders; body: string };

type Answer = (response: ServerResponse) => void;

export type WebhookReceiver = {
  url: string;
  /** The oldest request that was not taken yet, as soon as there is one. */
  next: () => Promise<ReceivedEvent>;
  /** Requests that nobody has taken. */
  waiting: () => number;
  /** Answer to requests from now on; 204 by default. */
  answerWith: (answer: Answer) => void;
  close: () => Promise<void>;
};

/** The far end of a webhook: takes every POST, keeps it, and answers as it is told. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received = createArrivals<ReceivedEvent>('a call of the webhook');
  let answer: Answer = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.add({ path: request.url ?? '', headers: request.headers, body });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    next: received.next,
    waiting: received.waiting,
    answerWith: (how) => {
      answer = how;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
