import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fakeProvider } from '../../../test/helpers/outbox.ts';
import type { HandOver } from '../providers/provider.ts';
import { createLink } from './link.ts';

const start = 1_000_000;
const accepted: HandOver = { outcome: 'accepted', refs: [] };
const gone: HandOver = { outcome: 'busy', error: 'Connection refused' };
const throttled: HandOver = { outcome: 'busy', error: 'Throttled', pauseMs: 5000 };
const silent: HandOver = { outcome: 'unknown', error: 'No response' };

const newLink = (perSecond: number | null = null) =>
  createLink(fakeProvider('fake', { batch: 20, abreast: 5 }), perSecond);

describe('a link', () => {
  it('has as many places as batch times abreast', () => {
    const link = newLink();
    assert.equal(link.free(start), 100);
    link.take(99);
    assert.equal(link.free(start), 1);
    link.take(5);
    assert.equal(link.free(start), 0);
    link.release(54);
    assert.equal(link.free(start), 50);
  });

  it('rests for as long as the provider asks, which is no failure', () => {
    const link = newLink();
    for (let count = 0; count < 10; count += 1) link.note([accepted, throttled], start);
    assert.deepEqual([link.free(start + 4999), link.waitMs(start + 4999)], [0, 1]);
    assert.equal(link.health(start + 4999).state, 'degraded');
    assert.equal(link.free(start + 5000), 100);
  });

  it('opens after five failures in a row, tries one message, and rests twice as long', () => {
    const link = newLink();
    for (const answer of [gone, gone, silent, accepted, gone, silent, gone, gone]) {
      link.note([answer], start);
    }
    assert.equal(link.free(start), 100);
    link.note([gone], start);
    assert.equal(link.health(start).state, 'down');
    assert.deepEqual([link.free(start + 999), link.free(start + 1000)], [0, 1]);
    link.take(1);
    assert.equal(link.free(start + 1000), 0);
    link.release(1);
    link.note([gone], start + 1000);
    assert.deepEqual([link.free(start + 2999), link.free(start + 3000)], [0, 1]);
    link.note([accepted], start + 3000);
    assert.equal(link.free(start + 3000), 100);
  });

  it('hold: never more a second than it may, plus one burst', () => {
    const steps = fc.array(fc.nat(400), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), steps, (perSecond, pauses) => {
        const link = newLink(perSecond);
        let now = start;
        let taken = 0;
        for (const pause of pauses) {
          const free = link.free(now);
          link.take(free);
          link.release(free);
          taken += free;
          now += pause;
        }
        const seconds = (now - start) / 1000;
        assert.ok(taken <= seconds * perSecond + Math.max(1, perSecond / 4));
      }),
    );
  });
});
