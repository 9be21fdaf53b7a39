import { createHash, createHmac } from 'node:crypto';
import { type Answer, send, type TestServer } from '../server/test-server.ts';

/** A request of a board as it goes out, which may be sent again just so. */
export type SignedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  tag: string;
};

/** An answer with what its signature says of it. */
export type SignedAnswer = Answer & { isProven: boolean };

type Form = Record<string, string | number>;

/** A board that signs by the text of docs/api/signed.md, and not by the server's own code. */
export class SigningBoard {
  counter = 0;
  key: string;
  readonly mac: string;
  readonly #isInQuery: boolean;

  constructor(mac: string, key: string, { isInQuery = false } = {}) {
    this.mac = mac;
    this.key = key;
    this.#isInQuery = isInQuery;
  }

  push(form: Form): SignedRequest {
    return this.post('/iot_push.php', form);
  }

  post(path: string, form: Form): SignedRequest {
    const all = { mac_address: this.mac, ...form };
    const fields = Object.entries(all).map(
      ([name, value]) => [name, String(value)] as [string, string],
    );
    const body = new URLSearchParams(fields).toString();
    return this.sign('POST', path, { body, type: 'application/x-www-form-urlencoded' });
  }

  batch(readings: unknown[], head: object = { mac_address: this.mac }): SignedRequest {
    const body = JSON.stringify({ ...head, readings });
    return this.sign('POST', '/iot_push_batch.php', { body, type: 'application/json' });
  }

  poll(): SignedRequest {
    return this.sign('GET', `/iot_commands.php?mac_address=${encodeURIComponent(this.mac)}`);
  }

  /** Signs with the next counter. @param nonce what is drawn beside it. */
  sign(
    method: string,
    target: string,
    { body, type, nonce }: { body?: string; type?: string; nonce?: string } = {},
  ): SignedRequest {
    this.counter += 1;
    const stamp = nonce === undefined ? `${this.counter}` : `${this.counter}-${nonce}`;
    const [path = '', query = ''] = target.split('?');
    const parts = ['kisima-1', method, path, query, sha256(body ?? ''), stamp];
    const tag = hmac(this.key, parts.join('\n'));
    const field = `${query === '' ? '?' : '&'}kisima_signature=${stamp}.${tag}`;
    return {
      method,
      path: this.#isInQuery ? target + field : target,
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(!this.#isInQuery && { 'x-kisima-signature': `${stamp}.${tag}` }),
      },
      ...(body !== undefined && { body }),
      tag,
    };
  }

  /** Sends a request, and looks whether the answer is the server's own to just this one. */
  async send(server: Pick<TestServer, 'url'>, request: SignedRequest): Promise<SignedAnswer> {
    const { method, path, headers, body } = request;
    const options = { headers, ...(body !== undefined && { body }) };
    const answer = await send(server.url, method, path, options);
    return { ...answer, ...this.#open(answer, request.tag) };
  }

  #open({ status, headers, text }: Answer, tag: string) {
    const cut = /^\{"body":(.*),"signature":"([0-9a-f]{64})"\}$/s.exec(text);
    const said = this.#isInQuery ? (cut?.[1] ?? text) : text;
    const signature = this.#isInQuery ? cut?.[2] : headers.get('x-kisima-signature');
    const right = hmac(this.key, ['kisima-1', 'answer', status, tag, sha256(said)].join('\n'));
    return { isProven: signature === right, text: said, body: JSON.parse(said) as unknown };
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
