import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { createShow } from './show-tanks.ts';
import type { TankView } from './tank-view.ts';

const tankOf = (deviceId: number): TankView => ({
  deviceId,
  macOrSerial: `SERIAL-${deviceId}`,
  name: 'Roof',
  language: 'en',
  isOnline: true,
  lastSeenAt: 1,
  battery: null,
  signal: null,
  problems: [],
  maySwitch: false,
  sensors: [],
});

it('an audience is asked again for its tanks where they could not be listed, also while some are shown', async () => {
  const timers = createTestTimers();
  const asked: number[] = [];
  let isAway = false;
  let tanks = [1];
  const show = createShow(
    {
      list: async () => {
        if (isAway) throw new Error('storage is away');
        return tanks;
      },
      read: async (id) => {
        asked.push(id);
        return tankOf(id);
      },
      send: () => {},
      qos: 0,
    },
    { timers, log: pino({ enabled: false }), origin: { version: '1', publicUrl: undefined } },
  );
  const pass = async () => {
    timers.advance(minuteMs);
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  show.markAll();
  await pass();
  isAway = true;
  tanks = [1, 2];
  show.markAll();
  await pass();
  isAway = false;
  await pass();
  show.end();
  assert.deepEqual(asked, [1, 1, 2]);
});
