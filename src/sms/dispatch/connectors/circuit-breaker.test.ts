import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createCircuitBreaker, type Failure, type Ticket } from './circuit-breaker.ts';

const newBreaker = (longestRestMs = 1000) => {
  const time = { now: 0 };
  const breaker = createCircuitBreaker(() => time.now, longestRestMs);
  const fail = (failure: Failure = 'not taken') => breaker.fail(breaker.begin(), failure);
  return { breaker, time, fail };
};

describe('the circuit breaker', () => {
  it('opens after three failures in a row, tries once, and rests twice as long, up to its cap', () => {
    const { breaker, time, fail } = newBreaker(1000);
    fail();
    fail();
    breaker.succeed();
    fail();
    fail();
    assert.equal(breaker.state(), 'closed');
    fail();
    for (const restMs of [250, 500, 1000, 1000]) {
      assert.deepEqual([breaker.state(), breaker.restLeftMs()], ['open', restMs]);
      assert.equal(breaker.allows(), false);
      time.now += restMs;
      assert.deepEqual([breaker.state(), breaker.allows()], ['half-open', true]);
      const trial = breaker.begin();
      assert.equal(breaker.allows(), false);
      breaker.fail(trial, 'not taken');
    }
    time.now += 1000;
    breaker.begin();
    breaker.succeed();
    assert.deepEqual([breaker.state(), breaker.isWell()], ['closed', true]);
  });

  it('opens at once where no answer came', () => {
    const { breaker, fail } = newBreaker();
    fail('no answer');
    assert.equal(breaker.state(), 'open');
  });

  it('counts a window that breaks at once as one failure', () => {
    const { breaker } = newBreaker();
    const window = Array.from({ length: 100 }, () => breaker.begin());
    for (const ticket of window) breaker.fail(ticket, 'no answer');
    assert.equal(breaker.restLeftMs(), 250);
  });

  it('hears no news in failures of what was begun before a success', () => {
    const { breaker } = newBreaker();
    const window = Array.from({ length: 100 }, () => breaker.begin());
    breaker.succeed();
    for (const ticket of window) breaker.fail(ticket, 'no answer');
    assert.equal(breaker.state(), 'closed');
  });

  it('tries at once when a new connection stands, and hears no news of the old one', () => {
    const { breaker, fail } = newBreaker();
    fail('no answer');
    const old = breaker.begin();
    breaker.reconnect();
    assert.deepEqual([breaker.state(), breaker.allows()], ['half-open', true]);
    breaker.fail(old, 'no answer');
    assert.equal(breaker.state(), 'half-open');
  });

  it('makes another trial where one ended without a verdict', () => {
    const { breaker, time, fail } = newBreaker();
    fail('no answer');
    time.now += 250;
    breaker.pass(breaker.begin());
    assert.equal(breaker.allows(), true);
  });

  type Step =
    | { does: 'begin' | 'succeed' | 'reconnect' }
    | { does: 'fail'; which: number; failure: Failure }
    | { does: 'pass'; which: number }
    | { does: 'wait'; ms: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ does: fc.constantFrom('begin', 'succeed', 'reconnect') }),
    fc.record({
      does: fc.constant('fail'),
      which: fc.nat(),
      failure: fc.constantFrom<Failure[]>('not taken', 'no answer'),
    }),
    fc.record({ does: fc.constant('pass'), which: fc.nat() }),
    fc.record({ does: fc.constant('wait'), ms: fc.nat(1500) }),
  );

  it('holds: never rests longer than its cap, never lets more than one trial out, always closes on success', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200 }),
        fc.integer({ min: 1, max: 60_000 }),
        (steps, cap) => {
          const { breaker, time } = newBreaker(cap);
          const open: Ticket[] = [];
          const takeTicket = (which: number) => open.splice(which % open.length, 1)[0] ?? 0;
          let trials = 0;
          for (const each of steps) {
            const before = breaker.state();
            switch (each.does) {
              case 'begin':
                if (!breaker.allows()) break;
                open.push(breaker.begin());
                if (before === 'half-open') trials += 1;
                break;
              case 'succeed':
                breaker.succeed();
                assert.equal(breaker.state(), 'closed');
                break;
              case 'reconnect':
                breaker.reconnect();
                assert.equal(breaker.state(), before === 'closed' ? 'closed' : 'half-open');
                trials = 0;
                break;
              case 'fail':
                if (open.length > 0) breaker.fail(takeTicket(each.which), each.failure);
                break;
              case 'pass':
                if (open.length > 0) breaker.pass(takeTicket(each.which));
                break;
              case 'wait':
                time.now += each.ms;
            }
            if (breaker.state() !== 'half-open' || breaker.allows()) trials = 0;
            assert.ok(trials <= 1, 'one trial at a time');
            assert.ok(breaker.restLeftMs() <= cap, 'never longer than its cap');
            assert.equal(breaker.restLeftMs() > 0, breaker.state() === 'open');
          }
        },
      ),
    );
  });
});
