import { dayMs, hourMs } from '../../src/kit/time/units.ts';
import { stepMs, type TankKind } from '../../test/scenario/faults.ts';
import { type BoardKind, createBoard } from '../../test/scenario/world/board.ts';
import { createClock } from '../../test/scenario/world/clock.ts';
import { followFault } from '../../test/scenario/world/fault-course.ts';
import { createTank } from '../../test/scenario/world/tank.ts';
import { judgeMornings } from './judge-leaks.ts';
import { type MeasuredTank, passMornings } from './leak-mornings.ts';

const kinds: TankKind[] = ['pump', 'tanker', 'ration'];
const boards: BoardKind[] = ['steady', 'doubled', 'averaging', 'holding', 'hourly', 'on_change'];
/** Midnight of Nairobi. */
const start = Date.UTC(2026, 7, 31, 21);
/** A leak begins so many days after the start, or up to as many later. */
const [earliestDay, spreadDays] = [10, 12];

type Found = {
  leaking: number;
  within: number[];
  stays: number;
  falseLeaks: number;
  years: number;
};

const withinNights = [4, 10, 20, Number.POSITIVE_INFINITY];

/**
 * Leaks of 2 % a day of the tanks of the scenario (`test/scenario`), by the board: half of its tanks leak. What is told
 * on the last morning stays told.
 */
export function reportBoardLeaks(asked: { seed: number; tanks: number; days: number }): void {
  const found = new Map<string, Found>();
  for (let index = 0; index < asked.tanks; index += 1) {
    const { board, leakFrom, ...tank } = generateBoardTank({ ...asked, index });
    const mornings = passMornings(tank);
    const {
      nights = Number.NaN,
      falseLeaks,
      isTold,
    } = judgeMornings(mornings, leakFrom ?? Number.POSITIVE_INFINITY);
    for (const name of [board, 'all']) {
      const sum = found.get(name) ?? noneFound();
      found.set(name, sum);
      sum.falseLeaks += falseLeaks;
      sum.years += ((leakFrom ?? start + asked.days * dayMs) - start) / dayMs / 365;
      if (leakFrom === undefined) continue;
      sum.leaking += 1;
      sum.within = sum.within.map((count, at) => count + Number(nights <= (withinNights[at] ?? 0)));
      sum.stays += Number(isTold);
    }
  }
  console.log(
    'board: leaks, told within 4 nights, 10, 20, ever, on the last morning; false, a year',
  );
  for (const [name, { leaking, within, stays, falseLeaks, years }] of found) {
    const rate = (falseLeaks / years).toFixed(2);
    console.log(`  ${name}: ${[leaking, ...within, stays].join(', ')}; ${falseLeaks}, ${rate}`);
  }
}

function noneFound(): Found {
  return { leaking: 0, within: withinNights.map(() => 0), stays: 0, falseLeaks: 0, years: 0 };
}

type BoardTank = MeasuredTank & { board: BoardKind; leakFrom: number | undefined };

/** All boards, then all kinds of tanks, then those that leak and those that do not. */
function generateBoardTank(asked: { seed: number; index: number; days: number }): BoardTank {
  const { seed, index, days } = asked;
  const kindOfBoard = boards[index % boards.length] ?? 'steady';
  const kind = kinds[Math.floor(index / boards.length) % kinds.length] ?? 'pump';
  const isLeaking = Math.floor(index / (boards.length * kinds.length)) % 2 === 0;
  const leakFrom =
    start + (earliestDay + ((7 * index) % spreadDays)) * dayMs + ((5 * index) % 24) * hourMs;
  const board = createBoard(seed, index, kindOfBoard);
  const end = start + days * dayMs;
  const leak = followFault({ kind: 'leak', tank: index, from: leakFrom, until: end });
  const clock = createClock({ seed, index, start, days });
  const faults = isLeaking ? [leak] : [];
  const tank = createTank({ seed, index, kind, start, days, faults, board, clock });
  const readings: { at: number; level: number }[] = [];
  for (let at = start; at < end; at += stepMs) {
    tank.advance(at);
    if (!board.isAwake(at)) continue;
    const { water_level_percent: level } = tank.read(at);
    if (!board.sends(level, at)) continue;
    readings.push({ at, level });
    // Whoever posts twice does so within seconds.
    if (board.copies === 2) readings.push({ at: at + 2000, level });
  }
  const { capacity } = tank;
  return {
    ...{ start, days, capacity, readings, board: kindOfBoard },
    leakFrom: isLeaking ? leakFrom : undefined,
  };
}
