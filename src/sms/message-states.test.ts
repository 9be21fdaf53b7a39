import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  endStatuses,
  type MessageEvent,
  type MessageStatus,
  messageEvents,
  messageStatuses,
  nextStatus,
  refundedStatuses,
  statusesBefore,
} from './message-states.ts';

const anyStatus = fc.constantFrom(...messageStatuses);
const anyEvent = fc.constantFrom(...messageEvents);

const follow = (start: MessageStatus, events: MessageEvent[]): MessageStatus[] => {
  const path = [start];
  let status = start;
  for (const event of events) {
    status = nextStatus(status, event) ?? status;
    path.push(status);
  }
  return path;
};

describe('message states', () => {
  it('lead the usual way from queued to delivered', () => {
    assert.deepEqual(follow('queued', ['claim', 'postpone', 'claim', 'accept', 'deliver']), [
      'queued',
      'sending',
      'sending',
      'sending',
      'sent',
      'delivered',
    ]);
  });

  it('end in exactly five states, three of which give the credits back', () => {
    assert.deepEqual(endStatuses, ['delivered', 'undelivered', 'failed', 'expired', 'cancelled']);
    assert.deepEqual(refundedStatuses, ['failed', 'expired', 'cancelled']);
  });

  it('hold: no events in any order lead backwards, but that a doubt is cleared', () => {
    const anyOther = anyEvent.filter((event) => event !== 'clear');
    fc.assert(
      fc.property(anyStatus, fc.array(anyOther), (start, events) => {
        const ranks = follow(start, events).map((status) => messageStatuses.indexOf(status));
        ranks.slice(1).forEach((rank, index) => {
          assert.ok(rank >= (ranks[index] ?? 0));
        });
      }),
    );
  });

  it('hold: whoever ends a message first has the last word', () => {
    fc.assert(
      fc.property(anyStatus, fc.array(anyEvent), (start, events) => {
        const path = follow(start, events);
        const end = path.find((status) => endStatuses.includes(status));
        if (end) assert.equal(path.at(-1), end);
      }),
    );
  });

  it('hold: what may have been sent is never refunded, unless the doubt is cleared', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const end = follow('unknown', events).at(-1);
        const isRefunded = refundedStatuses.some((status) => status === end);
        assert.ok(!isRefunded || events.includes('clear'));
      }),
    );
  });

  it('hold: what a provider has is never refunded', () => {
    fc.assert(
      fc.property(fc.array(anyEvent), (events) => {
        const end = follow('sent', events).at(-1);
        assert.ok(!refundedStatuses.some((status) => status === end));
      }),
    );
  });

  it('are told in docs/sms-states.md as they are', () => {
    const page = readFileSync(new URL('../../docs/sms-states.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` *\|.*\|([^|]*)\|$/gm)];
    const told = new Map(rows.map(([, name = '', last = '']) => [name, last.trim()]));
    for (const status of messageStatuses) {
      const isRefunded = refundedStatuses.some((each) => each === status);
      assert.equal(told.get(status), isRefunded ? 'returned' : 'charged', status);
    }
    for (const event of messageEvents) {
      const changes = statusesBefore(event).map((from) => `${from} → ${nextStatus(from, event)}`);
      assert.equal(told.get(event), changes.join(', '), event);
    }
    assert.equal(told.size, messageStatuses.length + messageEvents.length);
  });

  it('hold: the statuses before an event are those that it changes or keeps', () => {
    fc.assert(
      fc.property(anyStatus, anyEvent, (status, event) => {
        assert.equal(
          statusesBefore(event).includes(status),
          nextStatus(status, event) !== undefined,
        );
      }),
    );
  });
});
