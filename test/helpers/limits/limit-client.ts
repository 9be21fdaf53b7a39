import { Agent, request } from 'node:http';
import type { LimitRequest } from './requests-at-limit.ts';

export type LimitAnswer = { status: number; bytes: number; milliseconds: number; text: string };

type Sent = Omit<LimitRequest, 'name'>;

/** Sends bodies that a server may refuse before it has read them; reads no stream to its end. */
export function createLimitClient(base: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const send = ({ method, path, type, body }: Sent, headers: Record<string, string>) =>
    new Promise<LimitAnswer>((resolve, reject) => {
      const start = performance.now();
      const outgoing = request(base + path, {
        method,
        agent,
        headers: {
          ...(body && { 'content-length': String(body.length) }),
          ...(type && { 'content-type': type }),
          ...headers,
        },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        const status = answer.statusCode ?? 0;
        let bytes = 0;
        const parts: Buffer[] = [];
        const end = () => {
          const milliseconds = performance.now() - start;
          resolve({ status, bytes, milliseconds, text: Buffer.concat(parts).toString() });
        };
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes < 1_000_000) parts.push(part);
        });
        answer.on('end', end);
        answer.on('error', end);
        if (!answer.headers['content-type']?.startsWith('text/event-stream')) return;
        end();
        outgoing.destroy();
      });
      outgoing.end(body);
    });
  return { send, close: () => agent.destroy() };
}
