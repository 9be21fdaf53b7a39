import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { until } from '../../../test/helpers/until.ts';
import { signalLeaving } from './leaving.ts';
import { createLongReads } from './long-reads.ts';

const text = new Uint8Array(300_000).fill(120);

describe('an answer that its client leaves', { timeout: 10_000 }, () => {
  it('keeps the place of its account for a second, and that of nobody else', async (t) => {
    const timers = createTestTimers();
    const limits = { perAccount: 1, inAll: 1 };
    const reads = createLongReads(limits, { timers });
    const opened: string[] = [];
    const endless = async (account: string) => {
      opened.push(account);
      return {
        pieces: (async function* () {
          yield text;
          await new Promise(() => {});
        })(),
      };
    };
    const app = fastify({ forceCloseConnections: true });
    signalLeaving(app);
    t.after(() => app.close());
    app.get<{ Params: { account: string } }>('/:account', async (request, reply) => {
      const { account } = request.params;
      const reader = { accountId: Number(account), request };
      return reply.send((await reads.written(reader, () => endless(account))).content);
    });
    const url = await app.listen({ port: 0 });
    const ask = (account: number) =>
      get(`${url}/${account}`, { agent: false }).on('error', () => {});
    const askAndLeave = async (account: number) => {
      const [answer] = (await once(ask(account), 'response')) as [IncomingMessage];
      answer.on('error', () => {}).destroy();
    };

    await askAndLeave(1);
    ask(1);
    await askAndLeave(2);
    assert.deepEqual(opened, ['1', '2']);
    timers.advance(999);
    await askAndLeave(3);
    assert.deepEqual(opened, ['1', '2', '3']);
    timers.advance(1);
    await until(() => opened.length >= 4);
    assert.deepEqual(opened, ['1', '2', '3', '1']);
  });
});

describe('a request with a body', { timeout: 10_000 }, () => {
  /** A change that waits until the test says so, with one place for all. */
  const openChange = async (t: TestContext) => {
    const reads = createLongReads({ perAccount: 1, inAll: 1 }, { timers: createTestTimers() });
    const begun: { name: string; signal: AbortSignal }[] = [];
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    const app = fastify({ forceCloseConnections: true });
    signalLeaving(app);
    t.after(() => app.close());
    app.post<{ Body: { name: string; account: number } }>('/', async (request) => {
      const { name, account } = request.body;
      return await reads.whole({ accountId: account, request }, async (signal) => {
        begun.push({ name, signal });
        await Promise.race([end, once(signal, 'abort')]);
        return { name, isThere: !signal.aborted };
      });
    });
    const url = await app.listen({ port: 0 });
    const send = (body: { name: string; account: number }, signal?: AbortSignal) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        ...(signal && { signal }),
      });
    return { send, begun, finish };
  };

  it('is there until its answer is over, however long ago its body was read', async (t) => {
    const { send, begun, finish } = await openChange(t);
    const sent = [send({ name: 'first', account: 1 }), send({ name: 'second', account: 2 })];
    await until(() => begun.length === 1);
    await setImmediate();
    finish();
    const answers = await Promise.all(sent);
    assert.deepEqual(await Promise.all(answers.map((answer) => answer.json())), [
      { name: 'first', isThere: true },
      { name: 'second', isThere: true },
    ]);
  });

  it('gives its turn up when its client goes', async (t) => {
    const { send, begun, finish } = await openChange(t);
    const leaving = new AbortController();
    const left = send({ name: 'first', account: 1 }, leaving.signal);
    await until(() => begun.length === 1);
    const next = send({ name: 'next', account: 2 });
    leaving.abort();
    await assert.rejects(left, /abort/);
    await until(() => begun.length === 2);
    assert.equal(begun[0]?.signal.aborted, true);
    finish();
    assert.deepEqual(await (await next).json(), { name: 'next', isThere: true });
  });
});
