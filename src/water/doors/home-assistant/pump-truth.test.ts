import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { minuteMs } from '../../../kit/time/units.ts';
import { afterAck, afterDelivery, afterReading, afterSending } from '../../pumps/follow-pump.ts';
import type { PumpReading, PumpState, PumpWord } from '../../pumps/pump-state.ts';
import { knownToRun } from './pump-truth.ts';

const start = Date.parse('2026-11-21T08:00:00.000Z');
const circumstances = {
  isSteered: false,
  silentAfterMs: null,
  maxRunMs: 60 * minuteMs,
  high: 90,
};

/** A pump to which things happen a minute apart, and what is then known of it. */
function follow(
  ...events: ('send' | 'fetch on' | 'fetch off' | 'ack on' | 'ack off' | PumpWord)[]
) {
  let state: PumpState = {};
  let reported: PumpWord | null = null;
  let at = start;
  for (const event of events) {
    at += 3 * minuteMs;
    const order = { command: event.endsWith('off') ? 'off' : 'on', isByOwner: true } as const;
    if (event === 'send') state = afterSending(state, at);
    else if (event.startsWith('fetch')) state = afterDelivery(state, order, at, { reports: false });
    else if (event.startsWith('ack')) state = afterAck(state, order, at);
    else {
      reported = event as PumpWord;
      const reading: PumpReading = {
        at,
        pump: reported,
        level: 50,
        measured: 50,
        isSuspect: false,
        noise: 0.5,
      };
      state = afterReading(state, reading, circumstances as never);
    }
  }
  return knownToRun(state, reported);
}

describe('what is truly known of a pump', () => {
  it('is nothing before its device has said anything of it', () => {
    assert.equal(follow(), null);
    assert.equal(follow('send'), null);
    assert.equal(follow('send', 'fetch on'), null);
  });

  it('is that it runs, once its device has said so', () => {
    assert.equal(follow('on'), true);
    assert.equal(follow('send', 'fetch on', 'ack on'), true);
    assert.equal(follow('off', 'send', 'fetch on', 'on'), true);
  });

  it('is what it was before, while a command was only sent or fetched', () => {
    assert.equal(follow('off', 'send'), false);
    assert.equal(follow('off', 'send', 'fetch on'), false);
    assert.equal(follow('on', 'fetch off'), true);
  });

  it('is that it stands still, once its device has said so', () => {
    assert.equal(follow('on', 'off'), false);
    assert.equal(follow('send', 'fetch on', 'ack on', 'fetch off', 'ack off'), false);
  });

  it('is nothing where the server alone believes that it has stopped', () => {
    assert.equal(follow('send', 'fetch on', 'fetch off', 'fetch off', 'fetch off'), null);
  });
});
