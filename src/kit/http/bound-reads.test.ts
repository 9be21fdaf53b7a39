import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { addErrorHandler } from '../api/failures/error-handler.ts';
import { boundReads } from './bound-reads.ts';

describe('a read beside storage that is away in part', () => {
  let app: FastifyInstance;
  let url: string;
  let timers: TestTimers;
  let isPartAway: boolean;
  let begun: PromiseWithResolvers<void>;
  let work: PromiseWithResolvers<{ level: number }>;

  beforeEach(async () => {
    timers = createTestTimers();
    isPartAway = true;
    begun = Promise.withResolvers();
    work = Promise.withResolvers();
    app = fastify();
    addErrorHandler(app, () => false);
    boundReads(app, { timers, isPartAway: () => isPartAway });
    const read = async () => {
      begun.resolve();
      return await work.promise;
    };
    app.get('/level', read);
    app.post('/level', read);
    app.get('/stream', async (_request, reply) => {
      reply.hijack();
      reply.raw.write('first');
      begun.resolve();
      const { level } = await work.promise;
      reply.raw.end(` ${level}`);
    });
    app.get('/plain', () => ({ level: 1 }));
    url = await app.listen();
  });
  afterEach(() => app.close());

  const begin = async (path: string, method = 'GET') => {
    const asked = fetch(url + path, { method });
    // Awaited below, and fails the test there.
    asked.catch(() => {});
    await begun.promise;
    return { answer: async () => await asked };
  };

  it('is answered 503 after 4.5 seconds', async () => {
    const { answer } = await begin('/level');
    timers.advance(4500);
    const refused = await answer();
    assert.equal(refused.status, 503);
    assert.equal(((await refused.json()) as { code: string }).code, 'unavailable');
    assert.ok(Number(refused.headers.get('retry-after')) >= 5);
    work.reject(new Error('nobody waits for this any more'));
  });

  it('is answered where it is done before, and leaves nothing behind', async () => {
    const { answer } = await begin('/level');
    timers.advance(4000);
    work.resolve({ level: 7 });
    assert.deepEqual(await (await answer()).json(), { level: 7 });
    assert.equal(timers.waiting(), 0);
  });

  it('takes as long as it takes while all of storage answers', async () => {
    isPartAway = false;
    const { answer } = await begin('/level');
    timers.advance(60_000);
    work.resolve({ level: 7 });
    assert.equal((await answer()).status, 200);
  });

  it('is answered 503 also where a part is found to be away only later', async () => {
    isPartAway = false;
    const { answer } = await begin('/level');
    timers.advance(6000);
    isPartAway = true;
    timers.advance(1000);
    assert.equal((await answer()).status, 503);
    assert.equal(timers.waiting(), 0);
    work.reject(new Error('nobody waits for this any more'));
  });

  it('is not broken off where its answer has begun', async () => {
    const { answer } = await begin('/stream');
    timers.advance(60_000);
    work.resolve({ level: 7 });
    assert.equal(await (await answer()).text(), 'first 7');
  });

  it('is no write, which goes on, and nothing that is answered at once', async () => {
    const { answer } = await begin('/level', 'POST');
    assert.equal(timers.waiting(), 0);
    timers.advance(60_000);
    work.resolve({ level: 7 });
    assert.equal((await answer()).status, 200);
    assert.deepEqual(await (await fetch(`${url}/plain`)).json(), { level: 1 });
    assert.equal(timers.waiting(), 0);
  });
});
