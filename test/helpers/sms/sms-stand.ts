import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type TakenSms = { to: string; message: string; key: unknown; name: unknown };

/** A bare server of document 2, as far as one message goes: it takes all, once for each idempotency key. */
export type SmsStand = {
  base: string;
  /** Messages that it took; a repeat is not taken again. */
  taken: TakenSms[];
  asked: () => number;
  /** Numbers that it refuses. */
  refused: Set<string>;
  /** The status and body of answers from now on; 200 unless told otherwise. */
  answerWith: (status: number, body?: string) => void;
  /** Has it say of messages, or of one, what became of them; before that it says nothing. */
  say: (status: string, id?: string) => void;
  close: () => Promise<void>;
};

const taken200 = '{"success":true}';

export async function startSmsStand(): Promise<SmsStand> {
  const taken: TakenSms[] = [];
  const refused = new Set<string>();
  const names = new Map<unknown, string>();
  let asked = 0;
  let status = 200;
  let answer = taken200;
  const said = new Map<string, string>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const [, id] = /^\/v1\/sms\/messages\/(\w+)$/.exec(request.url ?? '') ?? [];
    const became = said.get(id ?? '') ?? said.get('all');
    if (id !== undefined && became !== undefined) {
      return response.end(JSON.stringify({ status: became }));
    }
    if (request.url !== '/v1/sms/send') return response.writeHead(204).end();
    asked += 1;
    const { 'x-api-key': key, 'idempotency-key': name } = request.headers;
    const known = names.get(name);
    if (known !== undefined && known !== text) return response.writeHead(409).end();
    if (refused.has(JSON.parse(text).to)) return response.writeHead(400).end();
    if (known === undefined && status === 200) {
      names.set(name, text);
      taken.push({ ...JSON.parse(text), key, name });
    }
    return response.writeHead(status).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    asked: () => asked,
    refused,
    answerWith: (next, body = taken200) => {
      status = next;
      answer = body;
    },
    say: (next, id = 'all') => {
      said.set(id, next);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
