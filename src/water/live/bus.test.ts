import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createBus } from './bus.ts';

const limits = { most: 8, keptMs: 100 };

type Event = { sequence: number; at: number; accountId: number; deviceId: number };

describe('the bus', () => {
  it('does nothing for accounts that nobody listens for', () => {
    const bus = createBus({ now: () => 0, epoch: 'epoch' });
    assert.equal(bus.isAwaited(), false);
    bus.publish(1, { type: 'devices', data: {} });
    const { missed, lastId, end } = bus.subscribe(1, () => {}, undefined);
    assert.deepEqual([missed, lastId], [[], 'epoch-1']);
    assert.deepEqual([bus.isAwaited(), bus.isListened(1), bus.isListened(2)], [true, true, false]);
    end();
    bus.sweep();
    assert.equal(bus.isAwaited(), true);
  });

  it('tells everybody to reload where something could not be told', () => {
    const bus = createBus({ now: () => 0, epoch: 'epoch' });
    const told: string[] = [];
    for (const account of [1, 2]) bus.subscribe(account, ({ text }) => told.push(text), undefined);
    bus.resetAll();
    assert.deepEqual(told, [
      'event: reset\nid: epoch-3\ndata: {}\n\n',
      'event: reset\nid: epoch-4\ndata: {}\n\n',
    ]);
  });

  it('tells who comes back after it has let go of their account to reload', () => {
    let now = 0;
    const bus = createBus({ now: () => now, epoch: 'epoch', limits });
    const { lastId, end } = bus.subscribe(1, () => {}, undefined);
    end();
    now += limits.keptMs;
    bus.sweep();
    // Nobody else listens, so it gets no number.
    bus.publish(1, { type: 'devices', data: {} });
    const { missed } = bus.subscribe(1, () => {}, lastId);
    assert.deepEqual(
      missed.map(({ type }) => type),
      ['reset'],
    );
  });

  it('keeps nothing from before everybody is told to reload', () => {
    const bus = createBus({ now: () => 0, epoch: 'epoch' });
    const { lastId, end } = bus.subscribe(1, () => {}, undefined);
    end();
    for (const type of ['devices', 'alert'] as const) bus.publish(1, { type, data: {} });
    bus.resetAll();
    bus.publish(1, { type: 'command', data: {} });
    assert.deepEqual(
      bus.subscribe(1, () => {}, lastId).missed.map(({ type }) => type),
      ['reset', 'command'],
    );
  });

  it('holds: who comes back is told each event that was missed, in order and once, or to reload', () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('publish' as const),
        accountId: fc.integer({ min: 1, max: 2 }),
        deviceId: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ do: fc.constant('leave' as const) }),
      fc.record({ do: fc.constant('return' as const) }),
      fc.record({ do: fc.constant('remove' as const), deviceId: fc.integer({ min: 1, max: 3 }) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
        let now = 0;
        const bus = createBus({ now: () => now, epoch: 'e', limits });
        // Somebody else always listens, so numbers are not without gaps.
        bus.subscribe(2, () => {}, undefined);
        let seen: string[] = [];
        let lastId: string | undefined;
        let expected: Event[] = [];
        let sequence = 0;
        let end: (() => void) | undefined;
        // Events since everything was known, and the time that they took.
        let since = { published: 0, ms: 0 };
        const take = (text: string) => {
          lastId = /^id: (.*)$/m.exec(text)?.[1];
          seen.push(text);
        };
        const comeBack = () => {
          const subscription = bus.subscribe(1, ({ text }) => take(text), lastId);
          end = subscription.end;
          lastId ??= subscription.lastId;
          for (const { text } of subscription.missed) take(text);
        };
        comeBack();
        for (const each of steps) {
          if (each.do === 'pass') {
            now += each.ms;
            since.ms += each.ms;
            bus.sweep();
          }
          if (each.do === 'leave') {
            end?.();
            end = undefined;
          }
          if (each.do === 'publish') {
            const { accountId, deviceId } = each;
            if (bus.isListened(accountId)) sequence += 1;
            since.published += 1;
            bus.publish(accountId, { type: 'devices', deviceId, data: { sequence } });
            if (accountId === 1) expected.push({ sequence, at: now, accountId, deviceId });
          }
          if (each.do === 'remove') {
            bus.forgetDevices([each.deviceId, 99], [1, 98]);
            if (!end) expected = expected.filter(({ deviceId }) => deviceId !== each.deviceId);
          }
          if (each.do === 'return' && !end) comeBack();
          if (!end) continue;
          const wasReset = seen.some((text) => text.startsWith('event: reset'));
          const told = seen.map((text) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? ''));
          const mustKnow = since.published <= limits.most && since.ms < limits.keptMs;
          assert.ok(!(wasReset && mustKnow));
          since = { published: 0, ms: 0 };
          if (wasReset) assert.equal(seen.length, 1);
          else
            assert.deepEqual(
              told.map((data) => data.sequence),
              expected.map((event) => event.sequence),
            );
          seen = [];
          expected = [];
        }
      }),
      { numRuns: 500 },
    );
  });
});
