import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addFlows, dragMark, flowBetween, noFlow, playOf, turnFlow } from './flow-meter.ts';

const percent = fc.double({ min: 0, max: 100, noNaN: true });
const play = fc.double({ min: 0, max: 3, noNaN: true });

describe('the flow meter', () => {
  it('holds: a level that stays within the play around the mark counts nothing', () => {
    fc.assert(
      fc.property(
        percent,
        play,
        fc.array(fc.double({ min: -1, max: 1, noNaN: true })),
        (level, play, moves) => {
          const mark = { level, volume: null };
          for (const move of moves) {
            const near = level + move * play * 0.999;
            assert.ok(Math.abs(dragMark(mark, near, play) - level) < 1e-9);
          }
        },
      ),
    );
  });

  it('holds: the mark is never further from the level than the play', () => {
    fc.assert(
      fc.property(percent, percent, play, (mark, level, play) => {
        const dragged = dragMark({ level: mark, volume: null }, level, play);
        assert.ok(Math.abs(dragged - level) <= Math.max(play, 0) + 1e-9);
      }),
    );
  });

  it('holds: what came in less what went out is how far the mark went', () => {
    fc.assert(
      fc.property(fc.array(percent, { minLength: 1 }), play, (levels, play) => {
        const [first = 0] = levels;
        let mark = { level: first, volume: first * 20 };
        let flow = noFlow;
        for (const level of levels) {
          const dragged = dragMark(mark, level, play);
          const next = { level: dragged, volume: dragged * 20 };
          flow = addFlows(flow, flowBetween(mark, next));
          mark = next;
        }
        assert.ok(Math.abs(flow.refilledLevel - flow.consumedLevel - (mark.level - first)) < 1e-6);
        const litres = flow.refilledVolume - flow.consumedVolume;
        assert.ok(Math.abs(litres - (mark.level - first) * 20) < 1e-5);
      }),
    );
  });

  it('counts no litres that move against the level, nor where they are not known', () => {
    const at = (level: number, volume: number | null) => ({ level, volume });
    assert.equal(flowBetween(at(50, 500), at(40, 600)).consumedVolume, 0);
    assert.equal(flowBetween(at(50, null), at(40, 400)).consumedVolume, 0);
    assert.deepEqual(flowBetween(at(50, 500), at(40, 400)), {
      ...noFlow,
      consumedLevel: 10,
      consumedVolume: 100,
    });
  });

  it('adds as much to use as to refill at a turn', () => {
    const turn = turnFlow(1, 20);
    assert.ok(turn.consumedLevel > 0 && turn.consumedLevel < 1);
    assert.equal(turn.consumedLevel, turn.refilledLevel);
    assert.equal(turn.consumedVolume, 20 * turn.consumedLevel);
    assert.equal(turnFlow(1, null).refilledVolume, 0);
  });

  it('has more play where the level is less certain', () => {
    const white = { noise: 0.09, swing: 0.1 };
    assert.equal(playOf({ variance: 0.25, ...white }), 1);
    assert.ok(playOf({ variance: 0.01, ...white }) < playOf({ variance: 0.02, ...white }));
  });

  it('has more play where the noise lasts from reading to reading', () => {
    const lasting = { variance: 0.01, noise: 0.01, swing: 0.6 };
    assert.ok(playOf(lasting) > 1.5, `${playOf(lasting)}`);
  });
});
