import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { secondMs } from '../../../kit/time/units.ts';
import { createFleeting } from './fleeting.ts';
import type { Outcome } from './message.ts';

describe('messages that mean the moment in which they are sent', () => {
  const open = () => {
    const timers = createTestTimers();
    const [tried, taken, lines]: string[][] = [[], [], []];
    let outcome: Outcome | Error = 'acknowledge';
    const fleeting = createFleeting({
      timers,
      log: pino({}, { write: (line: string) => void lines?.push(JSON.parse(line).msg) }),
      take: async ({ payload }) => {
        tried?.push(String(payload));
        if (outcome instanceof Error) throw outcome;
        if (outcome === 'acknowledge') taken?.push(String(payload));
        return outcome;
      },
    });
    const send = (payload: string) =>
      fleeting.add({ topic: 'x', payload: Buffer.from(payload), retain: false, qos: 0 });
    const give = (next: Outcome | Error) => {
      outcome = next;
    };
    return { timers, tried, taken, lines, send, give, fleeting };
  };

  it('are taken in their order, the second once the first is', async () => {
    const { timers, tried, taken, send, give } = open();
    give('again');
    send('ON');
    send('OFF');
    await timers.whenWaiting(1);
    assert.deepEqual(tried, ['ON']);
    give('acknowledge');
    timers.advance(secondMs);
    await until(() => taken?.length === 2);
    assert.deepEqual(taken, ['ON', 'OFF']);
  });

  for (const fault of ['again', new Error('storage is away')] as const) {
    it(`are dropped where they cannot be taken for ten seconds: ${fault}`, async () => {
      const { timers, taken, lines, send, give } = open();
      give(fault);
      send('ON');
      send('OFF');
      for (let second = 0; second < 10; second++) {
        await timers.whenWaiting(1);
        timers.advance(secondMs);
      }
      give('acknowledge');
      await until(() => lines?.filter((line) => line.includes('dropped')).length === 2);
      send('OFF again');
      await until(() => taken?.length === 1);
      assert.deepEqual(taken, ['OFF again']);
    });
  }

  it('are dropped once the server stops', async () => {
    const { timers, taken, lines, send, give, fleeting } = open();
    give('again');
    send('ON');
    await timers.whenWaiting(1);
    fleeting.close();
    give('acknowledge');
    timers.advance(secondMs);
    await until(() => lines?.some((line) => line.includes('dropped')));
    assert.deepEqual(taken, []);
  });
});
