import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Unreachable } from './failure.ts';
import { receiveFile } from './receive-file.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A response whose body is fed by hand, and which records whether it was cancelled. */
function createBody() {
  const state = { isLetGo: false };
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
    cancel: () => {
      state.isLetGo = true;
    },
  });
  const response = new Response(body, { headers: { 'content-type': 'text/csv' } });
  return {
    response,
    state,
    send: (text: string) => source?.enqueue(bytesOf(text)),
    end: () => source?.close(),
    fail: () => source?.error(new TypeError('network error')),
  };
}

describe('receiving a file', () => {
  it('tells the bytes as they come, and gives the whole with its type', async () => {
    const { response, send, end } = createBody();
    const told: number[] = [];
    const { signal } = new AbortController();
    const coming = receiveFile(response, { onProgress: (bytes) => told.push(bytes), signal });
    send('level\n');
    send('50\n');
    end();
    const file = await coming;
    assert.equal(await file?.text(), 'level\n50\n');
    assert.equal(file?.type, 'text/csv');
    assert.deepEqual(told, [6, 9]);
  });

  it('lets the connection go when it is stopped, before and while it reads', async () => {
    for (const isBefore of [true, false]) {
      const { response, send, state } = createBody();
      const stopping = new AbortController();
      const onProgress = () => stopping.abort();
      if (isBefore) stopping.abort();
      const coming = receiveFile(response, { onProgress, signal: stopping.signal });
      if (!isBefore) send('level\n');
      assert.equal(await coming, undefined);
      assert.equal(state.isLetGo, true);
    }
  });

  it('says that the server cannot be reached where the connection breaks', async () => {
    const { response, send, fail } = createBody();
    const { signal } = new AbortController();
    const coming = receiveFile(response, { onProgress: () => fail(), signal });
    send('level\n');
    await assert.rejects(coming, Unreachable);
  });

  it('waits half a minute for the next piece, and no longer', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { response, state } = createBody();
    const { signal } = new AbortController();
    const coming = receiveFile(response, { onProgress: () => undefined, signal });
    t.mock.timers.tick(29_999);
    assert.equal(state.isLetGo, false);
    t.mock.timers.tick(1);
    await assert.rejects(coming, Unreachable);
    assert.equal(state.isLetGo, true);
  });
});
