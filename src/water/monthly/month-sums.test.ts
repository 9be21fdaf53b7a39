import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { UsageDay } from '../reports/usage/usage-day.ts';
import { lostIn } from './losses.ts';
import { resolveMonth } from './month.ts';
import type { Loss } from './queries.ts';
import { presentRow } from './read-row.ts';
import type { SourcedRefill } from './refilled-by.ts';
import { addTotals, addUpRows } from './totals.ts';

const now = Date.parse('2026-12-05T09:00:00Z');
const month = resolveMonth('2026-11', 'Africa/Nairobi', now);
const names = {
  device_id: '1',
  device_name: null,
  mac_or_serial: 'SN-1',
  sensor_name: 'main',
};

const remeasured = fc.constant(0);
const cents = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((all) => all / 100);
const tally = fc.record({
  consumed: cents(5000),
  refilled: cents(5000),
  hidden: cents(10),
  unseen: cents(10),
  shared: cents(10),
  before: cents(5000),
  last: cents(5000),
  remeasured,
});
const percents = fc.record({
  consumed: cents(100),
  refilled: cents(100),
  hidden: cents(1),
  unseen: cents(1),
  shared: cents(1),
  before: cents(100),
  last: cents(100),
  remeasured,
});
const unknown = { before: null, last: null };
const days = fc
  .tuple(fc.boolean(), fc.array(fc.tuple(tally, percents), { minLength: 1, maxLength: 30 }))
  .map(([hasLitres, all]) =>
    all.map(([litre, percent], index): UsageDay => {
      const date = `2026-11-${String(index + 1).padStart(2, '0')}`;
      const own = hasLitres ? litre : { ...litre, ...unknown };
      return { date, noise: 0.3, count: 24, ratio: null, blind: 0, litre: own, percent };
    }),
  );
const refills = fc.array(
  fc.record({
    source: fc.constantFrom('pump', 'tanker', 'mains', undefined),
    amount: fc.record({ litre: cents(3000), percent: cents(50) }),
  }),
  { maxLength: 8 },
);
const price = fc.option(fc.integer({ min: 0, max: 500 }));

const rowOf = (days: UsageDay[], refills: SourcedRefill[], price: number | null) =>
  presentRow(
    names,
    { days, refills, losses: [], cut: [], latest_at: month.end },
    { month, language: 'en', price },
  );
const near = (one: number, other: number) => assert.ok(Math.abs(one - other) < 0.005, `${one}`);

describe('the row of a month', () => {
  it('adds up to a hundredth of the water that moved, or says in words by how much it does not', () => {
    fc.assert(
      fc.property(days, refills, price, (days, refills, price) => {
        const row = rowOf(days, refills, price);
        const { used, refilled, change, unexplained, refilled_by: by, remarks, unit } = row;
        assert.ok(used !== null && refilled !== null && change !== null && unexplained !== null);
        assert.ok(by && unit);
        near(change, refilled - used + unexplained);
        const isSaid = remarks.some((remark) => remark.startsWith('The sums do not meet'));
        const leastTold = unit === 'litre' ? 1 : 0.1;
        assert.equal(isSaid, Math.abs(unexplained) >= Math.max(leastTold, (used + refilled) / 100));
        const named = by.pump + by.tanker + by.mains;
        near(named + by.unknown, Math.max(refilled, named));
        const isExcess = remarks.some((remark) => remark.startsWith('Pump, tanker and mains'));
        assert.equal(isExcess, Math.round((named - refilled) * 100) / 100 >= leastTold);
        const isCharged = unit === 'litre' && price !== null;
        if (isCharged) near(row.cost ?? Number.NaN, (used * price) / 1000);
        else assert.equal(row.cost, null);
      }),
    );
  });

  it('is part of a sum with all others in litres, in whatever pages they come', () => {
    const rows = fc.array(
      fc.tuple(days, refills, price).map(([days, refills, price]) => rowOf(days, refills, price)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(rows, fc.nat(12), (rows, at) => {
        const totals = addUpRows(rows);
        const inLitres = rows.filter(({ unit }) => unit === 'litre');
        assert.equal(totals.rows, inLitres.length);
        assert.equal(totals.rows + totals.rows_in_percent + totals.rows_not_measured, rows.length);
        for (const name of ['used', 'refilled', 'change', 'unexplained'] as const) {
          near(
            totals[name],
            inLitres.reduce((sum, row) => sum + (row[name] ?? 0), 0),
          );
        }
        for (const source of ['pump', 'tanker', 'mains', 'unknown'] as const) {
          near(
            totals.refilled_by[source],
            inLitres.reduce((sum, row) => sum + (row.refilled_by?.[source] ?? 0), 0),
          );
        }
        const paged = addTotals(addUpRows(rows.slice(0, at)), addUpRows(rows.slice(at)));
        assert.deepEqual(paged, totals);
      }),
    );
  });
});

describe('what leaks took', () => {
  const hours = fc.integer({ min: -40 * 24, max: 40 * 24 });
  const leak = (since: number, resolved_at: number | null, toldAfter: number): Loss => ({
    kind: 'leak',
    sensor_name: 'main',
    created_at: since + toldAfter,
    resolved_at,
    facts: {
      percent_per_day: 2,
      litres_per_day: 48,
      since,
      nights: 4,
      confidence: 0.9,
    },
  });

  it('counts no hour twice, and none outside of the month', () => {
    const span = fc.tuple(hours, fc.nat(30 * 24), fc.boolean(), fc.nat(28 * 24));
    const spans = fc.array(span, { maxLength: 5 });
    fc.assert(
      fc.property(spans, (spans) => {
        const losses = spans
          .map(([from, length, isOpen, lag]) => {
            const since = month.start + from * hourMs;
            const until = since + Math.max(length, lag) * hourMs;
            return leak(since, isOpen ? null : until, lag * hourMs);
          })
          .sort((a, b) => a.created_at - b.created_at);
        let leaking = 0;
        for (let at = month.start; at < month.end; at += hourMs) {
          const isLeaking = losses.some(
            ({ kind, facts, resolved_at }) =>
              kind === 'leak' && facts.since <= at && (resolved_at ?? month.end) > at,
          );
          if (isLeaking) leaking += 1;
        }
        const lost = lostIn(losses, month, 'litre');
        if (leaking === 0) assert.equal(lost, null);
        else near(lost ?? Number.NaN, leaking * 2);
        near(lostIn(losses, month, 'percent') ?? 0, (leaking * 2) / 24);
      }),
    );
  });
});

describe('a month', () => {
  it('is one of the calendar of its zone, and follows the one before', () => {
    const zone = fc.constantFrom('Africa/Nairobi', 'Asia/Kathmandu', 'America/New_York');
    fc.assert(
      fc.property(zone, fc.integer({ min: 2001, max: 2025 }), fc.nat(11), (zone, year, index) => {
        const name = (at: number) =>
          `${year + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
        const own = resolveMonth(name(index), zone, now);
        assert.equal(own.end, resolveMonth(name(index + 1), zone, now).start);
        assert.equal(own.days, new Date(Date.UTC(year, index + 1, 0)).getUTCDate());
        assert.ok(own.isOver && Math.abs(own.end - own.start - own.days * dayMs) <= hourMs);
      }),
    );
  });
});
