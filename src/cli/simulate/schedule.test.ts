import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Schedule } from './schedule.ts';

test('whatever was added comes out once, the earliest first, also between additions', () => {
  const instants = fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 200 });
  fc.assert(
    fc.property(instants, instants, fc.nat(200), (before, after, takes) => {
      const schedule = new Schedule();
      let left: { at: number; code: number }[] = [];
      const add = (at: number, code: number) => {
        schedule.add(at, code);
        left.push({ at, code });
      };
      const take = () => {
        const earliest = Math.min(...left.map(({ at }) => at));
        assert.equal(schedule.nextAt, earliest);
        const taken = schedule.take();
        assert.equal(taken?.at, left.length === 0 ? undefined : earliest);
        const rest = left.filter(({ at, code }) => at !== taken?.at || code !== taken.code);
        assert.equal(rest.length, Math.max(0, left.length - 1));
        left = rest;
        assert.equal(schedule.size, left.length);
      };
      before.forEach(add);
      for (let i = 0; i < takes; i += 1) take();
      after.forEach((at, index) => {
        add(at, before.length + index);
      });
      while (left.length > 0) take();
      take();
    }),
  );
});
