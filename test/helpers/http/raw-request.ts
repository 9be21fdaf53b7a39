import { Agent, request } from 'node:http';

export type RawRequest = {
  method: string;
  /** Path and query as they go over the wire. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer | undefined;
};

export type RawAnswer = { status: number; contentType: string; text: string };

/** Sends what `fetch` would refuse or mend: odd queries, odd content types, bytes that are no text. */
export function createRawClient(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  return {
    send: ({ method, path, headers: given, body }: RawRequest): Promise<RawAnswer> =>
      new Promise((resolve, reject) => {
        // Node does not say by itself that a DELETE has a body; its bytes would be taken for a request.
        const headers = { ...(body && { 'content-length': String(body.length) }), ...given };
        const outgoing = request(base + path, { method, headers, agent }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              text: Buffer.concat(chunks).toString(),
            }),
          );
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    close: () => agent.destroy(),
  };
}
