import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { defaultThresholds } from '../status.ts';
import {
  mayStart,
  nextCheckAt,
  type PumpSituation,
  steerPump,
  stopDueAt,
  whyNotStart,
} from './pump-automation.ts';

const now = 1_000 * hourMs;
const limits = { maxRunMs: 4 * hourMs, restMs: 10 * minuteMs };
const automation = { onBelow: 30, offAbove: 80 };

const situation = (fields: Partial<PumpSituation>): PumpSituation => ({
  now,
  level: 50,
  blindAt: 'level' in fields && fields.level === undefined ? now : now + 9 * hourMs,
  pump: null,
  state: {},
  thresholds: defaultThresholds,
  limits,
  automation,
  source: undefined,
  last: undefined,
  ...fields,
});
const steer = (fields: Partial<PumpSituation>) => steerPump(situation(fields));
const running = { onSince: now - hourMs, isCommanded: true, isCertain: true };
const pending = (command: 'on' | 'off') => ({ command, isPending: true });
const done = (command: 'on' | 'off') => ({ command, isPending: false });

describe('pump automation', () => {
  it('switches on below, off above, and leaves the pump alone between', () => {
    assert.equal(steer({ level: 29.9, pump: 'off' }), 'on');
    assert.equal(steer({ level: 80.1, pump: 'on', state: running }), 'off');
    for (const level of [30, 50, 80]) {
      assert.equal(steer({ level, pump: 'on', state: running }), undefined);
      assert.equal(steer({ level, pump: 'off' }), undefined);
    }
  });

  it('sends nothing to a pump that already does it, or is about to be told', () => {
    assert.equal(steer({ level: 10, pump: 'on', state: running }), undefined);
    assert.equal(steer({ level: 10, pump: 'off', last: pending('on') }), undefined);
    assert.equal(steer({ level: 10, state: running, last: done('on') }), undefined);
    assert.equal(steer({ level: 85, pump: 'off' }), undefined);
    assert.equal(steer({ level: 85, last: done('off') }), undefined);
    assert.equal(steer({ level: 85, state: running, last: pending('off') }), undefined);
  });

  it('overtakes a waiting command of the other kind', () => {
    assert.equal(steer({ level: 10, last: pending('off') }), 'on');
    assert.equal(steer({ level: 85, last: pending('on') }), 'off');
  });

  it('sends again when the pump says that it did not obey, once it has rested', () => {
    const stopped = (offSince: number) => ({ pump: 'off' as const, state: { offSince } });
    assert.equal(steer({ level: 10, last: done('on'), ...stopped(now - 10 * minuteMs) }), 'on');
    assert.equal(steer({ level: 10, last: done('on'), ...stopped(now - 9 * minuteMs) }), undefined);
    const toldOffAt = now - 5 * minuteMs;
    assert.equal(steer({ pump: 'on', state: { ...running, toldOffAt }, last: done('off') }), 'off');
  });

  it('ends a run before its maximum, by as much as a lost poll or two take', () => {
    for (const maxRunMs of [10 * minuteMs, 4 * hourMs]) {
      const margin = Math.min(5 * minuteMs, maxRunMs / 10);
      const at = (ranMs: number) =>
        steer({
          limits: { ...limits, maxRunMs },
          state: { ...running, onSince: now - ranMs },
          automation: undefined,
        });
      assert.equal(at(maxRunMs - margin), 'off');
      assert.equal(at(maxRunMs - margin - 1), undefined);
    }
  });

  it('stops any run that was commanded at the high threshold, unless its owner told it otherwise', () => {
    const run = { automation: undefined, state: running };
    assert.equal(steer({ ...run, level: 90 }), 'off');
    assert.equal(steer({ ...run, level: 89.9 }), undefined);
    assert.equal(steer({ ...run, level: 97, state: { ...running, stopLevel: 98 } }), undefined);
    assert.equal(steer({ ...run, level: 98, state: { ...running, stopLevel: 98 } }), 'off');
    assert.equal(steer({ ...run, level: 95, last: pending('on'), state: {} }), 'off');
    const toldTo98 = { ...pending('on'), stopLevel: 98 };
    assert.equal(steer({ ...run, level: 95, last: toldTo98, state: {} }), undefined);
    assert.equal(
      steer({ level: 92, state: running, automation: { onBelow: 30, offAbove: 95 } }),
      undefined,
    );
  });

  it('leaves a pump alone that somebody switched on by hand, unless it steers it', () => {
    const byHand = { onSince: now - 9 * hourMs, isCommanded: false, isCertain: true };
    assert.equal(steer({ level: 95, state: byHand, pump: 'on', automation: undefined }), undefined);
    assert.equal(steer({ level: 95, state: byHand, pump: 'on' }), 'off');
  });

  it('does not switch on while latched, nor by a level that is unknown', () => {
    assert.equal(steer({ level: 10, state: { latchedAt: now - hourMs } }), undefined);
    assert.equal(steer({ level: undefined }), undefined);
    assert.equal(steer({ state: { ...running, latchedAt: now - minuteMs } }), 'off');
    // Its owner has switched it on since.
    assert.equal(
      steer({ state: { ...running, isByOwner: true, latchedAt: now - 2 * hourMs } }),
      undefined,
    );
  });

  it('stops a run of its own whose level is unknown, not one of its owner', () => {
    assert.equal(steer({ level: undefined, state: running }), 'off');
    assert.equal(steer({ level: undefined, state: { ...running, isByOwner: true } }), undefined);
  });

  it('takes no water from a tank that is low, or of which it knows nothing', () => {
    const from = (level: number | undefined) => ({ source: { level, low: 20 } });
    assert.equal(steer({ level: 10, ...from(25) }), undefined);
    assert.equal(steer({ level: 10, ...from(25.1) }), 'on');
    assert.equal(steer({ level: 10, ...from(undefined) }), undefined);
    assert.equal(steer({ state: running, ...from(20.1) }), undefined);
    for (const level of [20, undefined])
      assert.equal(steer({ state: running, ...from(level) }), 'off');
    assert.equal(steer({ last: pending('on'), ...from(20) }), 'off');
  });

  it('is looked at when a run has to end, and each minute from then on', () => {
    const of = (onSince: number | undefined, hasSource = false) => {
      const state = onSince === undefined ? {} : { onSince };
      return nextCheckAt(
        situation({ state, ...(hasSource && { source: { level: 50, low: 20 } }) }),
      );
    };
    assert.equal(of(undefined), null);
    assert.equal(of(now), stopDueAt(now, limits));
    assert.equal(of(now - 4 * hourMs), now + minuteMs);
    assert.equal(of(now, true), now + minuteMs);
    const rising = { onSince: now, roseTo: 50, roseAt: now, risePerHour: 20 };
    assert.equal(nextCheckAt(situation({ state: rising })), now + 2 * hourMs);
  });

  it('is looked at when the level becomes too old for a run of the server', () => {
    const blindAt = now + 20 * minuteMs;
    const at = (fields: Partial<PumpSituation>) => nextCheckAt(situation({ blindAt, ...fields }));
    const scheduled = { onSince: now, isCommanded: true };
    assert.equal(at({ state: { onSince: now } }), blindAt);
    assert.equal(at({ state: scheduled, automation: undefined }), blindAt);
    assert.equal(at({ state: scheduled, blindAt: now }), now + minuteMs);
    const longest = stopDueAt(now, limits);
    assert.equal(at({ state: { ...scheduled, isByOwner: true } }), longest);
    assert.equal(at({ state: { onSince: now }, automation: undefined }), longest);
  });

  it('never says on where the pump may not start, whatever the situation', () => {
    const level = fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined });
    const instant = fc.option(fc.integer({ min: now - 9 * hourMs, max: now }), { nil: undefined });
    const state = fc
      .record({ onSince: instant, offSince: instant, latchedAt: instant, toldOffAt: instant })
      .map((fields) =>
        Object.fromEntries(Object.entries(fields).filter(([, at]) => at !== undefined)),
      );
    fc.assert(
      fc.property(
        fc.record({
          level,
          state,
          pump: fc.constantFrom('on' as const, 'off' as const, null),
          source: fc.option(fc.record({ level, low: fc.constant(20) }), { nil: undefined }),
          last: fc.option(
            fc.record({
              command: fc.constantFrom('on' as const, 'off' as const),
              isPending: fc.boolean(),
            }),
            { nil: undefined },
          ),
        }),
        (fields) => {
          const asked = situation(fields as Partial<PumpSituation>);
          if (steerPump(asked) !== 'on') return;
          assert.ok(mayStart(asked));
          assert.ok(asked.state.onSince === undefined && asked.state.latchedAt === undefined);
          assert.ok(asked.level !== undefined && asked.level < asked.thresholds.high);
        },
      ),
    );
  });

  it('says why a pump may not be started', () => {
    const why = (fields: Partial<PumpSituation>) => whyNotStart(situation(fields));
    assert.equal(why({}), undefined);
    assert.equal(why({ state: { latchedAt: 1 }, level: undefined }), 'latched');
    assert.equal(why({ level: defaultThresholds.high }), 'full');
    assert.equal(why({ state: { offSince: now - 9 * minuteMs } }), 'resting');
    assert.equal(why({ state: { offSince: now - 10 * minuteMs } }), undefined);
    assert.equal(why({ source: { level: 25, low: 20 } }), 'source_low');
    assert.equal(why({ source: { level: 25.1, low: 20 } }), undefined);
    assert.equal(why({ source: { level: undefined, low: 20 } }), 'source_unknown');
    assert.equal(why({ level: undefined }), 'level_unknown');
  });
});
