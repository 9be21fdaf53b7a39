import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it came over the wire, its form read. */
export type ReceivedCall = { path: string; apiKey: unknown; form: Record<string, string> };

type Answer = (response: ServerResponse, call: ReceivedCall) => void;

export type AfricasTalkingPeer = {
  /** Address to which messages are posted. */
  url: string;
  username: string;
  apiKey: string;
  calls: ReceivedCall[];
  /** The `statusCode` for a number, `+254…`; 101 for all others. */
  statusOf: Map<string, number>;
  /** What `/version1/user` says of the balance, such as `KES 1785.50`. */
  sayBalance: (words: string) => void;
  /** Answer to calls instead of the protocol's own. */
  answerWith: (answer: Answer | undefined) => void;
  close: () => Promise<void>;
};

/** One recipient whom a call's message was taken for. */
export type TakenMessage = {
  /** `+254…`. */
  number: string;
  messageId: string;
  form: Record<string, string>;
};

type PeerOptions = { onTaken?: (message: TakenMessage) => void };

const words: Record<number, string> = { 100: 'Processed', 101: 'Success', 102: 'Queued' };

/**
 * A stand-in for Africa's Talking that speaks its protocol: reads the form, checks the key, and
 * answers 201 with one entry for each recipient.
 */
export async function startAfricasTalkingPeer({
  onTaken,
}: PeerOptions = {}): Promise<AfricasTalkingPeer> {
  const calls: ReceivedCall[] = [];
  const statusOf = new Map<string, number>();
  const [username, apiKey] = ['sandbox', 'atsk_secret'];
  let lastId = 0;
  let own: Answer | undefined;
  let balance = 'KES 1000.0000';

  const answer: Answer = (response, { apiKey: given, form }) => {
    if (given !== apiKey || form['username'] !== username) {
      response.writeHead(401).end('The supplied authentication is invalid');
      return;
    }
    const recipients = (form['to'] ?? '').split(',').map((number) => {
      const statusCode = statusOf.get(number) ?? 101;
      const isTaken = statusCode < 400;
      const messageId = isTaken ? `ATXid_${++lastId}` : 'None';
      if (isTaken) onTaken?.({ number, messageId, form });
      return {
        statusCode,
        number,
        status: words[statusCode] ?? `Refused${statusCode}`,
        cost: isTaken ? 'KES 0.8000' : '0',
        messageId,
      };
    });
    // In another order than asked: the answer says itself whom it speaks of.
    const data = { Message: 'Sent', Recipients: recipients.reverse() };
    response
      .writeHead(201, { 'content-type': 'application/json' })
      .end(JSON.stringify({ SMSMessageData: data }));
  };

  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ UserData: { balance } }));
      return;
    }
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const form = Object.fromEntries(new URLSearchParams(body));
    const call = { path: request.url ?? '', apiKey: request.headers['apikey'], form };
    calls.push(call);
    (own ?? answer)(response, call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/version1/messaging`,
    username,
    apiKey,
    calls,
    statusOf,
    sayBalance: (words) => {
      balance = words;
    },
    answerWith: (how) => {
      own = how;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
