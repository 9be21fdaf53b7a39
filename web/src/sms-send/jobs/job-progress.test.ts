import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SmsCounts, SmsJob } from '../../api/operations.ts';
import { statuses } from '../../sms-account/message-state/message-state.ts';
import { nextPollMs, progressOf } from './job-progress.ts';

const none = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<
  keyof SmsCounts,
  number
>;
const now = Date.parse('2026-11-21T08:00:00Z');

function jobWith(counts: Partial<SmsCounts>, scheduled_at: string | null = null): SmsJob {
  return {
    job_id: 1,
    campaign: null,
    class: 'transactional',
    message: 'Water is back',
    redacted: false,
    queued: 10,
    counts: { ...none, ...counts },
    scheduled_at,
    created_at: '2026-11-21T08:00:00.000Z',
    finished_at: null,
  };
}

describe('the progress of a job', () => {
  it('counts what has ended and what can be taken back', () => {
    const job = jobWith({ queued: 3, sending: 1, sent: 2, delivered: 3, failed: 1 });
    const { ended, total, waiting, shares } = progressOf(job);
    assert.deepEqual({ ended, total, waiting }, { ended: 4, total: 10, waiting: 4 });
    assert.deepEqual(shares, { good: 30, bad: 10, back: 0, away: 20 });
  });

  it('never shows more than all', () => {
    const counts = fc.record(
      Object.fromEntries(statuses.map((status) => [status, fc.nat(1000)])) as Record<
        keyof SmsCounts,
        fc.Arbitrary<number>
      >,
    );
    fc.assert(
      fc.property(counts, (some) => {
        const { ended, total, waiting, shares } = progressOf(jobWith(some));
        const shown = Object.values(shares).reduce((sum, each) => sum + each, 0);
        assert.ok(shown <= 100.000001 && ended + waiting <= total);
      }),
    );
  });

  it('is asked for often at first, less later, and not at all in the end', () => {
    const running = jobWith({ sent: 1 });
    const waits = [0, 14, 15, 119, 120, 899, 900].map((quiet) =>
      nextPollMs(running, quiet * 1000, now),
    );
    assert.deepEqual(waits, [1000, 1000, 3000, 3000, 10_000, 10_000, 30_000]);
    assert.equal(nextPollMs(jobWith({ delivered: 9, failed: 1 }), 0, now), undefined);
  });

  it('waits with a job that waits', () => {
    const counts = { scheduled: 10 };
    assert.equal(nextPollMs(jobWith(counts, '2026-11-21T08:01:01Z'), 0, now), 30_000);
    assert.equal(nextPollMs(jobWith(counts, '2026-11-21T08:00:30Z'), 0, now), 2000);
    assert.equal(nextPollMs(jobWith(counts, '2026-11-21T08:00:00Z'), 0, now), 1000);
  });
});
