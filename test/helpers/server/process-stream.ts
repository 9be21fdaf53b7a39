import assert from 'node:assert/strict';
import { until } from '../until.ts';
import { call } from './process-client.ts';

/** A ticket for a stream of live events. */
export async function newTicket(url: string, token: string): Promise<string> {
  const { body } = await call(url, 'POST', '/api/stream/tickets', { token });
  return (body as { ticket: string }).ticket;
}

/** A dashboard that looks on, on a server that runs as a process of its own. */
export async function listen(url: string, token: string) {
  const ticket = await newTicket(url, token);
  const controller = new AbortController();
  const { body, status } = await fetch(`${url}/api/stream?ticket=${ticket}`, {
    signal: controller.signal,
  });
  assert.equal(status, 200);
  assert.ok(body);
  const chunks = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  return {
    sees: async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const { value, done } = await chunks.next();
        assert.ok(!done, `the stream ended after ${text}`);
        text += value;
      }
    },
    hangUp: () => controller.abort(),
  };
}

/** Resolves once notices of other processes arrive again. */
export async function untilHeard(url: string): Promise<void> {
  await until(async () => {
    const { text } = await call(url, 'GET', '/metrics');
    return /^kisima_notices_connected 1$/m.test(text);
  });
}
