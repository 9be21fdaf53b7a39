import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressOf, queryOf, readFilter } from './message-filter.ts';

describe('the filter of messages', () => {
  it('is what the address says', () => {
    const query = {
      status: 'failed',
      to: '0712 345 678',
      campaign: 'May & June',
      from: '2026-11-20',
      until: '2026-11-21',
      job_id: '12',
    };
    const filter = readFilter(query);
    const address = new URL(addressOf(filter), 'http://kisima.test');
    assert.deepEqual(Object.fromEntries(address.searchParams), query);
    assert.equal(addressOf(readFilter({})), '/sms/messages');
  });

  it('leaves out what cannot be meant', () => {
    const wrong = { status: 'lost', from: 'today', until: '2026-13-01', job_id: '1e3' };
    assert.equal(addressOf(readFilter(wrong)), '/sms/messages');
  });

  it('asks for whole days of the account', () => {
    const days = readFilter({ from: '2026-11-20', until: '2026-11-21', job_id: '12' });
    assert.deepEqual(queryOf(days, 'Africa/Nairobi'), {
      job_id: 12,
      from: '2026-11-19T21:00:00.000Z',
      until: '2026-11-21T21:00:00.000Z',
    });
    const long = readFilter({ from: '2026-10-25', until: '2026-10-25' });
    assert.deepEqual(queryOf(long, 'Europe/Berlin'), {
      from: '2026-10-24T22:00:00.000Z',
      until: '2026-10-25T23:00:00.000Z',
    });
  });
});
