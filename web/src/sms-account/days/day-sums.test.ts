import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SmsDay } from '../../api/operations.ts';
import { groundOf, sumsOf } from './day-sums.ts';

const line = (day: string, network: SmsDay['network'], messages: number): SmsDay => ({
  day,
  network,
  class: null,
  messages,
  handed_over: messages,
  delivered: messages - 3,
  undelivered: 1,
  without_receipt: 2,
  failed: 0,
  expired: 0,
  cancelled: 0,
  waiting: 0,
  handed_over_median_s: 1,
  handed_over_p95_s: 3,
  receipt_median_s: 10,
  receipt_p95_s: 60,
});

describe('messages by day on the dashboard', () => {
  it('are those that are chosen, each day with its own, all of them in bars', () => {
    const lines = [line('2026-11-21', 'airtel', 5), line('2026-11-21', 'safaricom', 9)];
    const sums = sumsOf(lines, ['2026-11-20', '2026-11-21'], { network: 'safaricom' });
    assert.deepEqual(
      sums.map(({ messages }) => messages),
      [0, 9],
    );
    for (const { messages, delivered, withoutReceipt, lost, open } of sums) {
      assert.equal(delivered + withoutReceipt + lost + open, messages);
    }
  });

  it('are asked for by what is chosen', () => {
    assert.equal(groundOf({}), 'day');
    assert.equal(groundOf({ network: 'airtel' }), 'network');
    assert.equal(groundOf({ class: 'promotional' }), 'class');
    assert.equal(groundOf({ network: 'airtel', class: 'promotional' }), 'network_and_class');
  });
});
