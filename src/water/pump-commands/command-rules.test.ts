import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CommandStatus, commandStatuses } from '../fields.ts';
import { automationAfter, type CommandEvent, nextStatus, statusAt } from './command-rules.ts';

const events: CommandEvent[] = ['execute', 'cancel', 'expire'];

describe('command states', () => {
  it('lead from pending to where the event says', () => {
    assert.deepEqual(
      events.map((event) => nextStatus('pending', event)),
      ['executed', 'cancelled', 'expired'],
    );
  });

  it('hold: a command leaves pending once and stays where it went, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { minLength: 1 }), (sequence) => {
        const first = nextStatus('pending', sequence[0] ?? 'execute');
        const last = sequence.reduce<CommandStatus>(
          (status, event) => nextStatus(status, event) ?? status,
          'pending',
        );
        assert.equal(last, first);
      }),
    );
  });

  it('hold: only executing again what is executed is no conflict', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...commandStatuses.filter((status) => status !== 'pending')),
        fc.constantFrom(...events),
        (status, event) => {
          const isAgain = status === 'executed' && event === 'execute';
          assert.equal(nextStatus(status, event), isAgain ? 'executed' : undefined);
        },
      ),
    );
  });

  it('hold: pending ends at its instant, and no other status ever changes with time', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...commandStatuses),
        fc.nat(),
        fc.nat(),
        (status, expires_at, now) => {
          const isOverdue = status === 'pending' && now >= expires_at;
          assert.equal(statusAt({ status, expires_at }, now), isOverdue ? 'expired' : status);
        },
      ),
    );
  });
});

describe('automation after a command', () => {
  const percent = fc.option(fc.double({ min: 0, max: 100, noNaN: true }));
  const thresholds = fc.record({
    low: fc.integer({ min: 1, max: 49 }),
    high: fc.integer({ min: 50, max: 99 }),
  });

  it('holds: auto steers between levels in order, any other word leaves the pump alone', () => {
    const command = fc.constantFrom('on', 'off', 'auto', 'schedule');
    fc.assert(
      fc.property(command, percent, percent, thresholds, (word, on, off, { low, high }) => {
        const order = { command: word, turn_on_below: on, turn_off_above: off } as const;
        const contradicts = on !== null && off !== null && on >= off;
        const isBackwards = word === 'auto' && (on ?? low) >= (off ?? high);
        if (contradicts || isBackwards) {
          assert.throws(() => automationAfter(order, { low, high }), { status: 400 });
        } else {
          assert.deepEqual(
            automationAfter(order, { low, high }),
            word === 'auto' ? { onBelow: on ?? low, offAbove: off ?? high } : null,
          );
        }
      }),
    );
  });
});
