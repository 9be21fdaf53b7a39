import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import fastify from 'fastify';
import type { App } from '../../http/app.ts';
import { ApiError, failures } from './api-error.ts';
import { addErrorHandler, spreadRetry, spreadSeconds } from './error-handler.ts';

const aChance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const seconds = fc.double({ min: 0.001, max: 3600, noNaN: true });

describe('the time at which a refused client comes back', () => {
  it('is a whole second, never before the least and never after twice that', () => {
    fc.assert(
      fc.property(seconds, aChance, (least, chance) => {
        const first = Math.ceil(least);
        const drawn = spreadSeconds(least, chance);
        assert.ok(Number.isInteger(drawn) && drawn >= first && drawn <= 2 * first);
      }),
    );
  });

  it('is each of these equally often', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (least, of) => {
        const count = of * (least + 1);
        const drawn = Array.from({ length: count }, (_, index) =>
          spreadSeconds(least, (index + 0.5) / count),
        );
        const groups = Object.values(Object.groupBy(drawn, String));
        assert.deepEqual(new Set(groups.map((each) => each?.length)), new Set([of]));
        assert.equal(groups.length, least + 1);
      }),
    );
  });

  it('is spread for what is unavailable, and exact for what one client did too often', () => {
    const off = (retryAfter: number) => new ApiError(503, 'resets_off', 'Off.', { retryAfter });
    fc.assert(
      fc.property(seconds, aChance, (least, chance) => {
        const random = () => chance;
        for (const failure of [failures.tooMany('Slower.', least), off(least)]) {
          assert.equal(spreadRetry(failure, random), failure);
        }
        const cause = new Error('no disk');
        const away = failures.unavailable('Away.', least, cause);
        const { status, code, message, extras } = spreadRetry(away, random);
        assert.deepEqual(
          { status, code, message, extras },
          {
            status: 503,
            code: 'unavailable',
            message: 'Away.',
            extras: { retryAfter: spreadSeconds(least, chance), cause },
          },
        );
      }),
    );
  });
});

describe('refusals over HTTP', () => {
  it('say the same in header and body, and are spread where the server has no room', async (t) => {
    let chance = 0;
    const app = fastify();
    t.after(() => app.close());
    addErrorHandler(
      app as unknown as App,
      (error) => (error as Error).message === 'the database is away',
      { random: () => chance },
    );
    app.get('/full', () => Promise.reject(failures.unavailable('No room.')));
    app.get('/away', () => Promise.reject(new Error('the database is away')));
    app.get('/fast', () => Promise.reject(failures.tooMany('Slower.', 40)));
    const url = await app.listen({ port: 0 });
    const ask = async (path: string) => {
      const answer = await fetch(`${url}${path}`);
      const { retry_after } = (await answer.json()) as { retry_after: number };
      assert.equal(answer.headers.get('retry-after'), String(retry_after));
      return retry_after;
    };
    for (const path of ['/full', '/away']) {
      const asked = [];
      for (chance of [0, 0.2, 0.5, 0.999_999]) asked.push(await ask(path));
      assert.deepEqual(asked, [5, 6, 8, 10]);
    }
    chance = 0.999_999;
    assert.equal(await ask('/fast'), 40);
  });
});
