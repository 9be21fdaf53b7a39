import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PumpCommand } from '../../api/operations.ts';
import { controlOf, stepsOf, withCommand } from './command-progress.ts';

const [sentAt, deliveredAt, doneAt] = [
  '2026-11-21T08:00:00.000Z',
  '2026-11-21T08:00:10.000Z',
  '2026-11-21T08:00:12.000Z',
];

function command(parts: Partial<PumpCommand> = {}): PumpCommand {
  return {
    id: 1,
    device_id: '12',
    sensor_name: 'roof',
    command: 'on',
    turn_on_below: null,
    turn_off_above: null,
    status: 'pending',
    source: 'user',
    created_at: sentAt,
    delivered_at: null,
    acknowledged_at: null,
    ...parts,
  };
}

const waysOf = (parts: Partial<PumpCommand>) =>
  stepsOf(command(parts)).map(({ name, state, at }) => [name, state, at]);

describe('the way of a command', () => {
  it('is sent, delivered, acknowledged', () => {
    assert.deepEqual(waysOf({}), [
      ['sent', 'past', sentAt],
      ['delivered', 'next', null],
      ['acknowledged', 'later', null],
    ]);
    assert.deepEqual(waysOf({ delivered_at: deliveredAt }), [
      ['sent', 'past', sentAt],
      ['delivered', 'past', deliveredAt],
      ['acknowledged', 'next', null],
    ]);
    const done = {
      delivered_at: deliveredAt,
      acknowledged_at: doneAt,
      status: 'executed',
    } as const;
    assert.deepEqual(waysOf(done), [
      ['sent', 'past', sentAt],
      ['delivered', 'past', deliveredAt],
      ['acknowledged', 'past', doneAt],
    ]);
  });

  it('ends where it was cancelled, expired, or done by a person', () => {
    assert.deepEqual(waysOf({ status: 'cancelled' }), [
      ['sent', 'past', sentAt],
      ['cancelled', 'end', null],
    ]);
    assert.deepEqual(waysOf({ status: 'expired', delivered_at: deliveredAt }), [
      ['sent', 'past', sentAt],
      ['delivered', 'past', deliveredAt],
      ['expired', 'end', null],
    ]);
    assert.deepEqual(waysOf({ status: 'executed' }), [
      ['sent', 'past', sentAt],
      ['executed', 'past', null],
    ]);
  });
});

describe('news of a command', () => {
  const older = command({ id: 1, status: 'executed' });
  const newer = command({ id: 2, delivered_at: deliveredAt });

  it('add it on top, or show how far it has come', () => {
    assert.deepEqual(withCommand([older], newer), [newer, older]);
    const done = command({ id: 2, status: 'executed', delivered_at: deliveredAt });
    assert.deepEqual(withCommand([newer, older], done), [done, older]);
  });

  it('take nothing back when they come late', () => {
    const stale = command({ id: 2 });
    assert.deepEqual(withCommand([newer, older], stale), [newer, older]);
    assert.deepEqual(withCommand([older], command({ id: 1, delivered_at: deliveredAt })), [older]);
  });
});

describe('who decides over the pump', () => {
  const auto = command({ id: 2, command: 'auto', turn_on_below: 30, turn_off_above: 85 });
  const bySteering = command({ id: 3, command: 'off', source: 'auto' });

  it('is whom the newest order of a person named', () => {
    assert.equal(controlOf([]), undefined);
    assert.deepEqual(controlOf([command({ id: 1 })]), { by: 'hand', command: 'on' });
    assert.deepEqual(controlOf([command({ id: 3, command: 'schedule' }), auto]), { by: 'device' });
    const schedule = [{ days: ['mon' as const], from: '04:00', until: '06:00' }];
    const kept = command({ id: 3, command: 'schedule', schedule });
    assert.deepEqual(controlOf([kept, auto]), { by: 'schedule' });
  });

  it('is the server through its own commands, and when `auto` was cancelled', () => {
    const levels = { by: 'kisima', onBelow: 30, offAbove: 85 };
    assert.deepEqual(controlOf([bySteering, auto, command({ id: 1 })]), levels);
    assert.deepEqual(controlOf([{ ...auto, status: 'cancelled' }]), levels);
    assert.deepEqual(controlOf([bySteering]), { by: 'kisima', onBelow: null, offAbove: null });
  });
});
