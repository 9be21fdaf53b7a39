import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { withDeadline } from '../../../kit/async/deadline.ts';
import { createNotices, type NoticeWire } from './notices.ts';

const deadlineMs = 10_000;

const log = pino({ level: 'silent' });

/** A wire that carries nothing while `isAway`, and calls its listeners back. */
function createTestWire() {
  const listeners: ((frame: string) => void)[] = [];
  const state = { isAway: false, longest: 0 };
  const wire: NoticeWire = {
    connect: async (heard) => {
      listeners.push(heard);
      return { check: async () => {}, close: async () => {} };
    },
    send: async (frames) => {
      if (state.isAway) throw new Error('storage is away');
      for (const frame of frames) {
        state.longest = Math.max(state.longest, Buffer.byteLength(frame));
        for (const heard of listeners) heard(frame);
      }
    },
  };
  return { wire, state };
}

/** Two processes, and the notices that one receives of the other until the notice `end`. */
async function startTwo() {
  const { wire, state } = createTestWire();
  const [one, other] = [createNotices(wire), createNotices(wire)];
  for (const notices of [one, other]) await notices.start(log);
  const heard: unknown[] = [];
  const ended = new Promise<void>((resolve) => {
    other.subscribe<unknown>('news', {
      received: (payload) => {
        if (payload === 'end') resolve();
        else heard.push(payload);
      },
      missed: () => heard.push('missed'),
    });
  });
  const stop = async () => {
    for (const notices of [one, other]) await notices.stop();
  };
  // Waiting for a deadline keeps the program running, which waiting for storage alone does not.
  return { one, state, heard, ended: withDeadline('the last notice', deadlineMs, ended), stop };
}

describe('notices that wait while storage is away', () => {
  it('are told later, in their order', async () => {
    const { one, state, heard, ended, stop } = await startTwo();
    state.isAway = true;
    for (const payload of [1, { text: 'maji 💧\u0000\ud800' }, null]) one.publish('news', payload);
    await new Promise((resolve) => setImmediate(resolve));
    state.isAway = false;
    one.publish('news', 'end');
    await ended;
    assert.deepEqual(heard, [1, { text: 'maji 💧\u0000\ud800' }, null]);
    await stop();
  });

  for (const [what, count, payload] of [
    ['many', 5001, 'x'],
    ['long', 6, 'é'.repeat(1_000_000)],
  ] as const) {
    it(`are told as something missed where they are too ${what}`, async () => {
      const { one, state, heard, ended, stop } = await startTwo();
      state.isAway = true;
      for (let sent = 0; sent < count; sent++) one.publish('news', payload);
      state.isAway = false;
      one.publish('news', 'end');
      await ended;
      assert.equal(heard[0], 'missed');
      assert.ok(heard.length < 3);
      assert.ok(state.longest < 8000);
      await stop();
    });
  }
});
