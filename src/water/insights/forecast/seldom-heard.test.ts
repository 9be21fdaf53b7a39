import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Forecast } from './schemas.ts';

/** Percent used in each hour of a day, in Nairobi: ten in all, most of them in the morning and the evening. */
const useOfDay = Array.from({ length: 24 }, (_, hour) => {
  if (hour >= 6 && hour < 8) return 2;
  if (hour >= 18 && hour < 21) return 4 / 3;
  return hour >= 8 && hour < 18 ? 0.2 : 0;
});
const days = 28;

type Reading = { at: number; water_level_percent: number };

/** A tank by the minute, filled up within an hour each eighth noon; the last time four days before the end. */
function tankByTheMinute(start: number): { at: number; level: number }[] {
  let level = 95;
  return Array.from({ length: days * 1440 + 1 }, (_, minute) => {
    const at = start + minute * minuteMs;
    const hour = Math.floor((at + 3 * hourMs) / hourMs) % 24;
    const day = Math.floor(minute / 1440);
    level -= (useOfDay[hour] ?? 0) / 60;
    if (day % 8 === 7 && hour === 12) level = Math.min(95, level + 1.6);
    return { at, level };
  });
}

function onChange(course: { at: number; level: number }[]): Reading[] {
  let said = Number.NaN;
  return course.flatMap(({ at, level }) => {
    const rounded = Math.round(level);
    // Half a percent of play, so that the board does not chatter.
    if (Math.abs(level - said) < 0.75) return [];
    said = rounded;
    return [{ at, water_level_percent: rounded }];
  });
}

const each = (hours: number) => (course: { at: number; level: number }[]) =>
  course
    .filter((_, minute) => minute % (hours * 60) === 0)
    .map(({ at, level }) => ({ at, water_level_percent: Math.round(level * 10) / 10 }));

const boards = [
  ['that reports each 15 minutes', each(1 / 4)],
  ['that reports on change alone', onChange],
  ['that reports each 8 hours', each(8)],
  ['that reports each 12 hours', each(12)],
  ['that reports once a day', each(24)],
] as const;

describeOnBothEngines('the forecast of a tank of known use', (engine) => {
  const server = useTestServer({ engine });

  const sensorOf = async (token: string, id: string) => {
    const url = `/api/insights.php?action=forecast&device_id=${id}`;
    const { status, body, text } = await server.request('GET', url, { token });
    assert.equal(status, 200, text);
    const [sensor] = (body as Forecast).sensors;
    assert.ok(sensor);
    return sensor;
  };

  for (const [board, readingsOf] of boards) {
    it(`says what is used a day, of a board ${board}`, async () => {
      const end = Math.ceil(server.clock.now / dayMs) * dayMs + 6 * hourMs;
      server.clock.advance(end - server.clock.now);
      const { token } = await registerUser(server);
      const { id, mac_or_serial } = await registerDevice(server, token);
      const json = { device_id: id, sensor_name: 'main', capacity: 1000 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
      const course = tankByTheMinute(end - days * dayMs);
      await pushKept(server, mac_or_serial, readingsOf(course));
      const { daily_use, time_to_empty, reason } = await sensorOf(token, id);
      assert.equal(reason, null);
      assert.ok(Math.abs((daily_use ?? 0) - 100) < 12, `${daily_use} litres a day`);
      const left = ((course.at(-1)?.level ?? 0) / 10) * 24;
      const middle = time_to_empty?.middle ?? 0;
      assert.ok(Math.abs(middle - left) < 0.15 * left + 12, `${middle} hours of ${left}`);
    });
  }
});
