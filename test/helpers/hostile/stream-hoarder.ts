import { get, type IncomingMessage } from 'node:http';
import { send } from '../server/test-server.ts';

export type Hoard = {
  /** Streams that are open and stay so. */
  open: number;
  /** The status with which the server refused one more; undefined where it never did. */
  refusedWith: number | undefined;
  letGo: () => void;
};

type Hoarding = {
  url: string;
  /** Tokens of the accounts whose streams are opened, in turn. */
  tokens: readonly string[];
  /** It stops here where nobody stops it. */
  most: number;
  headers?: Record<string, string>;
};

/** A client that opens streams of live events, of one account after the other, until it is refused. */
export async function hoardStreams({ url, tokens, most, headers = {} }: Hoarding): Promise<Hoard> {
  const streams: IncomingMessage[] = [];
  let refusedWith: number | undefined;
  while (refusedWith === undefined && streams.length < most) {
    const token = tokens[streams.length % tokens.length];
    const stream = await openOne(url, token, headers);
    if (stream.statusCode === 200) streams.push(stream);
    else {
      refusedWith = stream.statusCode;
      stream.destroy();
    }
  }
  return {
    open: streams.length,
    refusedWith,
    letGo: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}

async function openOne(
  url: string,
  token: string | undefined,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const { body } = await send(url, 'POST', '/api/stream/tickets', { token, headers });
  const { ticket } = body as { ticket: string };
  const request = get(`${url}/api/stream?ticket=${ticket}`, { agent: false, headers });
  return await new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', (response) => {
      // Read, so that it is the cap that ends the hoard, and not being a slow reader.
      response.on('error', () => {}).resume();
      resolve(response);
    });
  });
}
