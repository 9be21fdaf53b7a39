import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isClaiming,
  nextPhase,
  type Phase,
  type PhaseEvent,
  phaseEvents,
} from './dispatcher-phase.ts';

const events = fc.array(fc.constantFrom(...phaseEvents), { maxLength: 60 });

/** The phases that a dispatcher passes through, each after the event that led to it. */
function walk(given: PhaseEvent[]): { event: PhaseEvent; before: Phase; after: Phase }[] {
  let phase: Phase = 'stopped';
  return given.map((event) => {
    const before = phase;
    phase = nextPhase(phase, event);
    return { event, before, after: phase };
  });
}

describe('the phases of the dispatcher', () => {
  it('lose no wake: a cycle begins after it, or the dispatcher drains', () => {
    fc.assert(
      fc.property(events, (given) => {
        let isOwed = false;
        for (const { event, before, after } of walk(given)) {
          if (event === 'wake' || before === 'stopped') isOwed ||= isClaiming(after);
          if (before !== after && (event === 'begin' || event === 'stop')) isOwed = false;
          if (isOwed) assert.ok(after === 'woken' || after === 'rewoken', `${event}: ${after}`);
        }
      }),
    );
  });

  it('run one cycle at a time, each to its end, or to a stop', () => {
    const isCycling = (phase: Phase) => phase === 'cycling' || phase === 'rewoken';
    fc.assert(
      fc.property(events, (given) => {
        for (const { event, before, after } of walk(given)) {
          if (!isCycling(before) && isCycling(after)) assert.equal(event, 'begin');
          if (isCycling(before) && !isCycling(after)) assert.match(event, /^(end|stop)$/);
        }
      }),
    );
  });

  it('end by draining alone, and begin by a start alone', () => {
    fc.assert(
      fc.property(events, (given) => {
        for (const { event, before, after } of walk(given)) {
          if (before !== 'stopped' && after === 'stopped') {
            assert.deepEqual([before, event], ['draining', 'drained']);
          }
          if (isClaiming(before) && !isClaiming(after)) assert.equal(event, 'stop');
          if (!isClaiming(before) && isClaiming(after)) {
            assert.deepEqual([before, event], ['stopped', 'start']);
          }
        }
      }),
    );
  });

  it('lead on from everywhere', () => {
    fc.assert(
      fc.property(events, (given) => {
        const phase = walk(given).at(-1)?.after ?? 'stopped';
        const home: PhaseEvent[] = ['stop', 'drained'];
        assert.equal(home.reduce(nextPhase, phase), 'stopped');
      }),
    );
  });
});
