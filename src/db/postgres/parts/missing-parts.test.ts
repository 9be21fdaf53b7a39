import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs } from '../../../kit/time/units.ts';
import { spanStart, type UtcSpan } from '../../../kit/time/utc-spans.ts';
import { missingParts, type Part } from './missing-parts.ts';

const spans: UtcSpan[] = ['month', 'week', 'day'];

describe('what parts lack', () => {
  const instant = fc.integer({ min: 0, max: 20_000 }).map((days) => days * dayMs + 12_345_678);
  /** Actions of an operator, in order: change settings, let days pass, start again. */
  const aChange = fc.record({
    span: fc.constantFrom(...spans),
    days: fc.nat(120),
    retentionDays: fc.integer({ min: 1, max: 500 }),
    ahead: fc.nat(100),
  });

  it('is what nothing holds of the range, so that nothing overlaps, whatever was set before', () => {
    fc.assert(
      fc.property(instant, fc.array(aChange, { minLength: 1, maxLength: 8 }), (begin, changes) => {
        let parts: Part[] = [];
        let now = begin;
        for (const { span, days, retentionDays, ahead } of changes) {
          now += days * dayMs;
          const oldest = now - retentionDays * dayMs;
          const from = parts.length === 0 ? now : oldest;
          const until = now + ahead * dayMs;
          const made = missingParts(parts, { from, now, until, span });
          const old = new Set(parts);
          parts = [...parts, ...made].sort((a, b) => a.from - b.from);
          for (const [index, part] of parts.entries()) {
            assert.ok(part.from < part.end);
            const next = parts[index + 1];
            if (next) assert.ok(part.end <= next.from, 'no overlap');
            if (old.has(part) || part.from < spanStart(now, span)) continue;
            assert.ok(part.end <= spanStart(part.from, span, 1), `longer than a ${span}`);
          }
          assert.equal(new Set(parts.map(({ name }) => name)).size, parts.length);
          const range = parts.filter(({ end }) => end > from);
          assert.ok(
            range.every(({ end }, i) => end === (range[i + 1]?.from ?? end)),
            'no gap',
          );
          assert.ok((range[0]?.from ?? now) <= from && (range.at(-1)?.end ?? 0) > until);
          assert.deepEqual(missingParts(parts, { from, now, until, span }), []);
          // As retention does, for good.
          parts = parts.filter(({ end }) => end > oldest);
        }
      }),
    );
  });

  it('begins weeks on Mondays of UTC, and months and days as the calendar does', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -50, max: 50 }), (at, count) => {
        for (const span of spans) {
          const start = spanStart(at, span);
          assert.ok(start <= at && at < spanStart(at, span, 1));
          assert.ok(Number.isInteger(start / dayMs));
          assert.equal(spanStart(start, span), start);
          assert.equal(spanStart(spanStart(at, span, count), span, -count), start);
        }
        assert.equal(new Date(spanStart(at, 'week')).getUTCDay(), 1);
        assert.equal(spanStart(at, 'week', 1) - spanStart(at, 'week'), 7 * dayMs);
        assert.equal(new Date(spanStart(at, 'month')).getUTCDate(), 1);
      }),
    );
  });
});
