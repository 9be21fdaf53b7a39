import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { QuarterHour } from './night.ts';
import { findNightFlow, judgeNight } from './night-flow.ts';
import { readNights, windowOf } from './read-nights.ts';

const dayMs = 24 * hourMs;
const firstMidnight = Date.UTC(2026, 8, 1, 21);
const seed = fc.integer({ min: 1, max: 1_000_000 });
/** What a board makes of readings of 1 % noise each five minutes: a running mean of so many, or each, held for so many. */
const boards = [
  { mean: 1, hold: 1 },
  { mean: 6, hold: 1 },
  { mean: 12, hold: 1 },
  { mean: 1, hold: 3 },
];
type Board = (typeof boards)[number];

/** Nights of a tank that loses `leak` percent a day from a night on, as such a board tells them. */
function nightsOf(
  { mean, hold }: Board,
  count: number,
  each: number,
  leakOf: (night: number) => number,
) {
  const random = createRandom(each, 'nights');
  const quarterHours = new Map<number, QuarterHour>();
  const midnights = Array.from({ length: count }, (_, night) => firstMidnight + night * dayMs);
  midnights.forEach((midnight, night) => {
    // A mean that was made before the night.
    const last = Array.from({ length: mean }, () => 70 + normal(random));
    let held = 0;
    for (let quarter = -12; quarter < 24; quarter += 1) {
      const begin = midnight + (quarter * hourMs) / 4;
      let sum = 0;
      for (let third = 0; third < 3; third += 1) {
        const hours = (quarter + third / 3) / 4 + 3;
        last.push(70 - (leakOf(night) / 24) * hours + normal(random));
        if (last.length > mean) last.shift();
        const said = last.reduce((all, one) => all + one, 0) / last.length;
        if ((quarter * 3 + third + 36) % hold === 0) held = said;
        sum += held;
      }
      quarterHours.set(begin, { at: begin + 5 * 60_000, level: sum / 3, count: 3 });
    }
  });
  const levels = [...quarterHours.values()].map(({ level }) => level);
  const differences = levels
    .slice(2)
    .map((level, at) => Math.abs(level - 2 * (levels[at + 1] ?? 0) + (levels[at] ?? 0)));
  differences.sort((a, b) => a - b);
  const lasting = (differences[Math.floor(0.3 * differences.length)] ?? 0) / 0.385 / Math.sqrt(6);
  return readNights(midnights, quarterHours, [], { noise: lasting, step: 0, lasting });
}

describe('nights of boards that average or hold', () => {
  it('are as unsure as the readings that they are made of', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom(...boards), (each, board) => {
        const [night] = nightsOf(board, 28, each, () => 0);
        const deviation = night?.stretches[0]?.[0]?.deviation ?? 0;
        // A reading of 1 % each five minutes, of which there are three; one that is held for three counts once.
        const truth = board.hold === 3 ? 1 : 1 / Math.sqrt(3);
        assert.ok(deviation > 0.7 * truth && deviation < 1.5 * truth, `${deviation} of ${truth}`);
      }),
      { numRuns: 12 },
    );
  });

  it('tell seven of eight leaks of 2 % a day within three weeks, as long as they last, and none where there is none', () => {
    const confidenceOf = (board: Board, each: number, leakOf: (night: number) => number) =>
      findNightFlow(nightsOf(board, 35, each, leakOf).map(judgeNight))?.confidence ?? 0;
    const cases = boards.flatMap((board) => [1, 2, 3, 4].map((each) => ({ board, each })));
    const told = cases.filter(
      ({ board, each }) => confidenceOf(board, each, (night) => (night < 14 ? 0 : 2)) > 0.55,
    );
    assert.ok(told.length >= 14, `${told.length} of ${cases.length}`);
    for (const { board, each } of cases.slice(0, 8)) {
      assert.ok(confidenceOf(board, each, () => 0) < 0.3);
    }
  });

  it('are asked for eight weeks, and those that know their level for four', () => {
    assert.equal(windowOf(nightsOf({ mean: 12, hold: 1 }, 28, 1, () => 0)) / dayMs, 56);
    const sure = nightsOf({ mean: 1, hold: 1 }, 5, 1, () => 0).map((night) => ({
      ...night,
      stretches: night.stretches.map((levels) =>
        levels.map((level) => ({ ...level, deviation: 0.1 })),
      ),
    }));
    assert.equal(windowOf(sure) / dayMs, 28);
    assert.equal(windowOf([]) / dayMs, 28);
  });
});
