import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReceivedPush } from '../../../test/helpers/simulate/stand-in-server.ts';
import {
  smallFleet,
  type World,
  withWorld as withWorldFrom,
} from '../../../test/helpers/simulate/world.ts';
import { planTank, type TankPlan } from '../../simulator/tank-plan.ts';
import { CommandFailure } from '../command-error.ts';
import { demoFleet, demoReadsEverySeconds } from './run-simulation.ts';
import { planFleet } from './simulate.ts';

const START = Date.parse('2026-11-21T08:00:00Z');
const STEADY = {
  stampsEveryReading: true,
  sendsSensorName: true,
  sendsApiKey: true,
  clockOffsetMs: 0,
  clockDriftPpm: 0,
  networkFails: false,
};

const withWorld = (body: (world: World) => Promise<void>) => withWorldFrom(START, body);

function onlyDevice(firmware: Partial<TankPlan['firmware']>, seed = 1): TankPlan[] {
  const plan = planTank({ seed, kind: 'household', sensor: 'good', outages: false }, 0);
  return [{ ...plan, seed, firmware: { ...STEADY, ...firmware } }];
}

function storedTimes(pushes: readonly ReceivedPush[]): string[] {
  return pushes.filter(({ status }) => status === 201).map(({ recordedAt }) => recordedAt ?? '');
}

test('a fleet is registered with names and configurations, its history ends now', () =>
  withWorld(async ({ server, run }) => {
    const tally = await run({ days: 1 });
    assert.equal(tally.stored, 3 * 144);
    assert.deepEqual([...server.accounts.keys()], ['a@kisima.example']);
    for (const plan of planFleet(smallFleet)) {
      const device = server.devices.get(plan.mac);
      assert.equal(device?.name, plan.deviceName);
      assert.equal(server.configs.get(device?.id ?? '')?.['sensor_name'], plan.sensorName);
      const times = storedTimes(server.pushes.filter(({ mac }) => mac === plan.mac));
      assert.deepEqual(times, [...times].sort());
      assert.equal(times.at(-1), '2026-11-21T08:00:00.000Z');
      assert.equal(times[0], '2026-11-20T08:10:00.000Z');
    }
  }));

test('a second run signs in, registers nothing again and sends only what is missing', () =>
  withWorld(async ({ server, io, run }) => {
    await run({ days: 1 });
    await io.sleepUntil(START + 3_600_000, io.signal);
    assert.equal((await run({ days: 1 })).stored, 3 * 6);
    assert.equal(server.registrations, 3);
  }));

test('the form has the document’s fields and nothing else', () =>
  withWorld(async ({ server, run }) => {
    await run({ durationSeconds: 60, tanks: onlyDevice({}) });
    const form = new URLSearchParams(server.pushes[0]?.form);
    assert.deepEqual([...form.keys()].sort(), [
      'api_key',
      'latitude',
      'longitude',
      'mac_address',
      'pump_status',
      'recorded_at',
      'sensor_name',
      'water_level_cm',
      'water_level_percent',
    ]);
  }));

test('the same seed and start send the same readings', async () => {
  const runs: string[][] = [];
  for (let i = 0; i < 2; i += 1) {
    await withWorld(async ({ server, run }) => {
      await run({ days: 0.5, durationSeconds: 3600, outages: true, devices: 4 });
      runs.push(server.pushes.map(({ form }) => form).sort());
    });
  }
  assert.ok((runs[0]?.length ?? 0) > 4 * 72);
  assert.deepEqual(runs[0], runs[1]);
});

test('live, most boards leave the time to the server and take a reading a minute', () =>
  withWorld(async ({ server, run }) => {
    const tanks = onlyDevice({ stampsEveryReading: false });
    const tally = await run({ durationSeconds: 3600, tanks });
    assert.equal(tally.stored, 60);
    assert.equal(tally.late, 0);
    assert.ok(server.pushes.every(({ recordedAt }) => recordedAt === null));
  }));

test('what an outage kept is sent once each, oldest first, with its time', () =>
  withWorld(async ({ server, run }) => {
    const tanks = onlyDevice({ networkFails: true, stampsEveryReading: false }, 4);
    const tally = await run({ durationSeconds: 3 * 86_400, tanks });
    assert.ok(tally.outages > 0 && tally.late > 0, `${tally.outages} ${tally.late}`);
    const late = server.pushes.flatMap(({ recordedAt }) => recordedAt ?? []);
    const distinct = [...new Set(late)];
    assert.deepEqual(distinct, [...distinct].sort());
    const [device] = server.devices.values();
    assert.equal(tally.stored + tally.unsent + tally.dropped, 3 * 1440);
    assert.equal(device?.readings.size, tally.stored);
    assert.equal(tally.late, distinct.length);
  }));

test('a lost answer makes a resend of the very same form, stored once', () =>
  withWorld(async ({ server, run }) => {
    const tally = await run({
      days: 0,
      durationSeconds: 2 * 86_400,
      tanks: onlyDevice({ networkFails: true }),
    });
    assert.ok(tally.duplicates > 0);
    assert.equal(tally.storedTwice, 0);
    assert.equal(tally.retried, tally.duplicates);
    const forms = server.pushes.map(({ form }) => form);
    assert.equal(forms.length - new Set(forms).size, tally.duplicates);
    const [device] = server.devices.values();
    assert.equal(device?.readings.size, tally.stored);
  }));

test('a busy server gets its time, and every reading in the end', () =>
  withWorld(async ({ server, io, run }) => {
    const seen: number[] = [];
    server.trouble = ({ number }) => {
      seen.push(io.now());
      if (number === 5) return { status: 503, retryAfter: '120' };
      return number === 9 ? { status: 429 } : null;
    };
    const tally = await run({ durationSeconds: 1800, tanks: onlyDevice({}) });
    assert.equal(tally.stored, 30);
    assert.equal(tally.busy, 2);
    assert.equal(tally.retried, 2);
    assert.ok((seen[5] ?? 0) - (seen[4] ?? 0) >= 120_000);
    const times = storedTimes(server.pushes);
    assert.deepEqual(times, [...new Set(times)].sort());
  }));

test('a broken connection keeps the reading, and a bare one gets its time when resent', () =>
  withWorld(async ({ server, run }) => {
    server.trouble = ({ number }) => (number === 3 ? 'hang up' : null);
    const tanks = onlyDevice({ stampsEveryReading: false });
    const tally = await run({ durationSeconds: 600, tanks });
    assert.equal(tally.unanswered, 1);
    assert.equal(tally.stored, 10);
    assert.equal(server.pushes.filter(({ recordedAt }) => recordedAt !== null).length, 1);
  }));

test('a clock in the future is refused, set by the Date header, and right from then on', () =>
  withWorld(async ({ server, run }) => {
    const tally = await run({
      durationSeconds: 600,
      tanks: onlyDevice({ clockOffsetMs: 1_800_000 }),
    });
    assert.deepEqual([...tally.refused], [[400, 1]]);
    assert.equal(tally.clocksSet, 1);
    assert.equal(tally.stored, 10);
    const last = Date.parse(storedTimes(server.pushes).at(-1) ?? '');
    assert.ok(Math.abs(last - (START + 600_000)) < 61_000);
  }));

test('a refusal for good costs that reading only', () =>
  withWorld(async ({ server, run }) => {
    server.trouble = ({ number }) => (number === 2 ? { status: 404 } : null);
    const tally = await run({ durationSeconds: 300, tanks: onlyDevice({}) });
    assert.deepEqual([...tally.refused], [[404, 1]]);
    assert.equal(tally.stored, 4);
  }));

test('a waiting command is fetched, obeyed and acknowledged', () =>
  withWorld(async ({ server, run }) => {
    server.trouble = ({ number, form }) => {
      const device = server.devices.get(form.get('mac_address') ?? '');
      if (number === 3) device?.commands.push({ id: 41, command: 'on', turn_off_above: null });
      return null;
    };
    const [plan] = onlyDevice({});
    assert.ok(plan);
    const tanks = [{ ...plan, control: { ...plan.control, mode: 'off' as const } }];
    const tally = await run({ durationSeconds: 600, tanks });
    assert.deepEqual(server.acked, [41]);
    assert.equal(tally.commandsAcked, 1);
    const pump = server.pushes.map(({ form }) => new URLSearchParams(form).get('pump_status'));
    assert.deepEqual(pump.slice(0, 4), ['off', 'off', 'off', 'on']);
  }));

test('the demo lives at the pace of the clock: an hour of it is an hour of readings', () =>
  withWorld(async ({ server, run }) => {
    const { tanks, everySeconds, speed } = demoFleet(server.url);
    await run({ tanks: tanks ?? [], everySeconds, speed, durationSeconds: 3600 });
    assert.equal(server.devices.size, 6);
    for (const { name, readings } of server.devices.values()) {
      const anHour = 3600 / demoReadsEverySeconds;
      assert.ok(readings.size <= anHour, `${name}: ${readings.size} readings`);
      assert.ok(readings.size > anHour / 2 || name.startsWith("Ng'ombe"), `${name} lives`);
      const levels = [...readings.values()].map(({ level }) => level).sort((a, b) => a - b);
      // Without the spikes that such sensors have, once in a thousand readings.
      const [lowest = 0, highest = 0] = [levels.at(2), levels.at(-3)];
      // A pump of 80 litres a minute moves the smallest tank that has one by a half.
      assert.ok(highest - lowest < 60, `${name}: from ${lowest} to ${highest}`);
    }
  }));

test('the signal ends a run that has no end, with its report', () =>
  withWorld(async ({ server, io, run }) => {
    server.trouble = ({ number }) => {
      if (number === 7) io.abort();
      return null;
    };
    const tally = await run({ durationSeconds: null, tanks: onlyDevice({}) });
    assert.ok(tally.stored >= 6);
  }));

test('a wrong password and a server that never answers are told plainly', () =>
  withWorld(async ({ server, run }) => {
    server.accounts.set('a@kisima.example', 'another password');
    await assert.rejects(run(), (error) => {
      assert.ok(error instanceof CommandFailure);
      assert.match(error.message, /a@kisima\.example.*401.*email exists/);
      return true;
    });
    await assert.rejects(
      run({ url: 'http://127.0.0.1:2' }),
      /^Error: No answer from http:\/\/127\.0\.0\.1:2 \(.*ECONNREFUSED.*--url names another\.$/,
    );
  }));

test('a history that nobody takes is given up with a clear word', () =>
  withWorld(async ({ server, run }) => {
    server.trouble = () => ({ status: 503, retryAfter: '1' });
    await assert.rejects(run({ days: 1 }), /did not take a reading/);
  }));
