import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../../test/helpers/server/test-timers.ts';
import { type DeviceAnswer, registerDevice } from '../../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../../test/helpers/water/push-kept.ts';
import type { Database } from '../../../../db/database.ts';
import type { LivePublisher } from '../../../live-publisher.ts';
import { createLeakWatch, turnsBetween } from './leak-watch.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const litresOfPercent = 20;
const unstopped = new AbortController().signal;

type Alert = {
  id: number;
  kind: string;
  type: string;
  sensor_name: string | null;
  message: string;
  facts: { percent_per_day: number; litres_per_day: number; nights: number; confidence: number };
  resolved_at: string | null;
};

describe('turnsBetween', () => {
  const zone = 'Africa/Nairobi';
  const five = Date.parse('2026-11-21T02:00:00Z');

  it('are the minutes of six hours from five in the morning on', () => {
    assert.deepEqual(turnsBetween(five - 2 * minuteMs, five - 1, zone), []);
    assert.deepEqual(turnsBetween(five - 2 * minuteMs, five + minuteMs, zone), [0, 1]);
    assert.deepEqual(turnsBetween(five + 358 * minuteMs, five + 400 * minuteMs, zone), [359]);
  });

  it('come once a day each, however long the rounds take', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 * minuteMs }), { minLength: 60 }),
        (steps) => {
          const seen: number[] = [];
          let at = five - hourMs;
          for (const step of [...steps, ...Array(20).fill(50 * minuteMs)]) {
            const until = Math.min(at + step, five + 18 * hourMs);
            seen.push(...turnsBetween(at, until, zone));
            at = until;
          }
          assert.deepEqual(
            seen,
            Array.from({ length: 360 }, (_, turn) => turn),
          );
        },
      ),
    );
  });
});

describeOnBothEngines('leak watch', (engine) => {
  const server = useTestServer({
    engine,
    env: { TOKEN_HOURS: '8760', BATCH_BURST_PER_DEVICE: '1000000' },
    timers: createTestTimers(),
  });
  let token: string;
  let device: DeviceAnswer;
  let others: DeviceAnswer[] = [];
  let level = 95;
  before(async () => {
    ({ token } = await registerUser(server));
    device = await registerDevice(server, token);
    await mute([]);
  });

  /** A tank that is used by day, loses so many percent a day, and is filled when it is half empty. */
  const live = async (days: number, leak: number) => {
    const quarters = Array.from({ length: days * 96 }, (_, at) => {
      const recordedAt = server.clock.now + (at + 1) * 15 * minuteMs;
      return { at: recordedAt, water_level_percent: levelAt(recordedAt, leak) };
    });
    server.clock.advance(days * 24 * hourMs);
    for (const { mac_or_serial } of [device, ...others]) {
      await pushKept(server, mac_or_serial, quarters);
    }
  };
  const levelAt = (at: number, leak: number) => {
    const hour = (at / hourMs + 3) % 24;
    level -= leak / 96 + (hour >= 8 && hour < 20 ? 0.05 : 0);
    if (level < 50) level = 95;
    return level;
  };
  /** The rounds of a morning and more, as they come after a start. */
  const morning = async (
    db = server.db,
    alertsChanged: LivePublisher['alertsChanged'] = () => {},
  ) => {
    const round = createLeakWatch({
      db,
      clock: () => server.clock.now,
      publisher: { alertsChanged },
    });
    const failures: unknown[] = [];
    for (let time = 0; time < 48; time += 1) {
      server.clock.advance(30 * minuteMs);
      await round(unstopped).catch((error) => failures.push(error));
    }
    return failures;
  };
  const alerts = async (of = device.id) => {
    const path = `/api/alerts.php?action=list&device_id=${of}`;
    const all = (await server.request('GET', path, { token })).body as Alert[];
    return all.filter(({ kind }) => kind === 'leak');
  };

  const mute = async (muted: string[]) => {
    const json = { device_id: device.id, sensor_name: 'main', capacity: 2000, muted };
    const path = '/api/sensor_configs.php?action=save';
    const { status, text } = await server.request('POST', path, { token, json });
    assert.ok(status === 200 || status === 201, text);
  };

  it('raises a leak once, with its litres, and resolves it when the nights are dry, or it is muted', async () => {
    await live(12, 4);
    assert.deepEqual(await morning(), []);
    const [leak, ...more] = await alerts();
    assert.deepEqual([leak?.type, leak?.sensor_name, more], ['maintenance', 'main', []]);
    assert.ok(leak && leak.facts.confidence > 0.6 && leak.facts.nights >= 3);
    const { litres_per_day, percent_per_day } = leak.facts;
    assert.ok(Math.abs(litres_per_day - percent_per_day * litresOfPercent) < 0.5);
    assert.match(leak.message, /^main: about \d+ litres a day seem to leak, as \d+ nights show\.$/);
    await mute(['leak']);
    assert.deepEqual(await morning(), []);
    assert.ok((await alerts())[0]?.resolved_at);
    await mute([]);
    await live(1, 4);
    assert.deepEqual(await morning(), []);
    const [again, ...others] = await alerts();
    assert.deepEqual([again?.id, again?.resolved_at, others], [leak.id, null, []]);
    await live(12, 0);
    assert.deepEqual(await morning(), []);
    assert.ok((await alerts())[0]?.resolved_at);
  });

  it('looks at devices behind one with which it fails, and at that one again in the next round', async () => {
    others = [await registerDevice(server, token)];
    await live(12, 4);
    let isFirst = true;
    const failingOnce = Object.create(server.db, {
      transaction: {
        value: async (work: Parameters<Database['transaction']>[0]) => {
          if (!isFirst) return await server.db.transaction(work);
          isFirst = false;
          throw new Error('not now');
        },
      },
    });
    const told: number[] = [];
    const failures = await morning(failingOnce, (incidents) => {
      told.push(...incidents.map(({ device_id }) => device_id));
    });
    const messages = failures.map((error) => {
      assert.ok(error instanceof AggregateError, String(error));
      return [error.message, ...error.errors.map(({ message }) => message)];
    });
    assert.deepEqual(messages, [['some devices could not be looked at for leaks', 'not now']]);
    assert.deepEqual(
      told,
      [...others, device].map(({ id }) => Number(id)),
    );
    for (const { id } of [device, ...others]) {
      const open = (await alerts(id)).filter(({ resolved_at }) => resolved_at === null);
      assert.equal(open.length, 1);
    }
  });
});
