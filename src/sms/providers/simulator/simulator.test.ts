import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import type { OutgoingMessage } from '../../message.ts';
import type { Receipt } from '../provider.ts';
import { createSimulator, type SimulatorDeps } from './simulator.ts';

const message = (id: number): OutgoingMessage => ({
  id,
  userId: 1,
  to: '254712345678',
  text: 'Tank 3 is nearly empty',
  from: null,
  class: 'transactional',
  expiresAt: 0,
});

/** A simulator and a promise of the first `count` receipts. */
function start(count: number, given: Partial<SimulatorDeps> = {}) {
  const receipts: Receipt[] = [];
  const reported = Promise.withResolvers<Receipt[]>();
  const simulator = createSimulator({
    log: pino({ level: 'silent' }),
    random: () => 0.5,
    delayMs: 0,
    failureShare: 0,
    findUnreported: async () => [],
    events: {
      onReceipt: async (receipt) => {
        receipts.push(receipt);
        if (receipts.length === count) reported.resolve(receipts);
      },
    },
    ...given,
  });
  return { simulator, receipts, reported: reported.promise };
}

describe('the simulator', () => {
  it('takes every message and reports that it arrived', async () => {
    const { simulator, reported } = start(2);
    assert.deepEqual(await simulator.submit([message(7), message(8)]), [
      { outcome: 'accepted', refs: ['7'] },
      { outcome: 'accepted', refs: ['8'] },
    ]);
    assert.deepEqual((await reported)[1], {
      provider: 'simulator',
      ref: '8',
      status: 'delivered',
      error: null,
    });
    await simulator.stop?.();
  });

  it('lets the share of messages fail that chance and settings say', async () => {
    const chances = [0.1, 0.3, 0.29];
    const { simulator, reported } = start(3, {
      failureShare: 0.3,
      random: () => chances.shift() ?? 0,
    });
    await simulator.submit([message(1), message(2), message(3)]);
    assert.deepEqual(
      (await reported).map(({ status }) => status),
      ['undelivered', 'delivered', 'undelivered'],
    );
    await simulator.stop?.();
  });

  it('reports nothing before its time', async () => {
    const { simulator, receipts } = start(1, { delayMs: 3_600_000 });
    await simulator.submit([message(1)]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(receipts, []);
    await simulator.stop?.();
  });

  it('reports again what could not be stored', async () => {
    let tries = 0;
    const stored = Promise.withResolvers<void>();
    const { simulator } = start(1, {
      events: {
        onReceipt: async () => {
          tries += 1;
          if (tries === 1) throw new Error('storage is away');
          stored.resolve();
        },
      },
    });
    await simulator.submit([message(1)]);
    await stored.promise;
    assert.equal(tries, 2);
    await simulator.stop?.();
  });

  it('goes on after a restart with what it had not reported', async () => {
    const { simulator, reported } = start(1, { findUnreported: async () => ['41'] });
    await simulator.start?.();
    assert.equal((await reported)[0]?.ref, '41');
    await simulator.stop?.();
  });
});
