import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';
import { createRandom, gaussian } from '../../../simulator/random.ts';

type Day = { date: string; consumed: number; consumed_low: number; consumed_high: number };
type Usage = { days: Day[] };
type Tank = {
  seed: number;
  /** Percent of the tank that are used a day, between 6 and 22 o'clock. */
  daily: number;
  /** Level above which the head is blind, and what it says there. */
  edge: number;
  shows: 'zero' | 'twice';
};

const minutes = 10;
const days = 14;
const dateAt = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A tank that a pump fills slowly whenever it is low, up to where its head is blind, and the use of each day. */
function play({ seed, daily, edge, shows }: Tank) {
  const random = createRandom(seed, 'blind days');
  const used = Array.from({ length: days }, () => 0);
  let [level, isFilling] = [edge - 10, false];
  const levels = Array.from({ length: (days * dayMs) / (minutes * minuteMs) }, (_, index) => {
    const hour = ((index * minutes) / 60) % 24;
    const isAwake = hour >= 6 && hour < 22;
    const draw = isAwake ? (2 * random() * daily * minutes) / (16 * 60) : 0;
    const day = Math.floor((index * minutes * minuteMs) / dayMs);
    used[day] = (used[day] ?? 0) + draw;
    level -= draw;
    if (level < edge - 25) isFilling = true;
    if (level > 97) isFilling = false;
    if (isFilling) level += minutes / 10;
    if (level <= edge) return level + 0.2 * gaussian(random);
    // The head stands as far above the full tank as makes its blind distance twice that of the brim.
    const [blind, distance] = [2 * (100 - edge), 100 - level + (100 - edge)];
    const seen = shows === 'zero' ? 0 : level - distance;
    return shows === 'zero' || distance > blind ? seen : seen + 0.2 * gaussian(random);
  });
  return { used, levels };
}

describeOnBothEngines('days on which a sensor is blind for hours', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let tanks = 0;
  before(async () => {
    owner = await registerUser(server);
  });

  async function report(levels: readonly number[]): Promise<Day[]> {
    tanks += 1;
    const mac = `02:00:00:00:02:0${tanks}`;
    const { id } = await registerDevice(server, owner.token, mac);
    // From midnight on, so that days of the report are those of the tank.
    const end = Math.floor(server.clock.now / dayMs) * dayMs;
    const readings = levels.map((level, index) => {
      const at = end - (levels.length - index) * minutes * minuteMs;
      return { at, water_level_percent: Math.min(100, Math.max(0, Math.round(10 * level) / 10)) };
    });
    await pushKept(server, mac, readings);
    const dates = `start_date=${dateAt(end - days * dayMs)}&end_date=${dateAt(end - dayMs)}`;
    const path = `/api/reports.php?action=usage&device_id=${id}&${dates}&timezone=UTC`;
    const { body } = await server.request('GET', path, { token: owner.token });
    return (body as Usage).days;
  }

  /** Asserts that a day of which little is told may have had as much use as it had. */
  function assertMayBe(told: readonly Day[], used: readonly number[]): void {
    const little = told.flatMap(({ consumed, consumed_high: high }, day) => {
      const truth = used[day] ?? 0;
      return consumed < 0.7 * truth ? [{ day, truth, consumed, high }] : [];
    });
    assert.ok(little.length >= 2, 'the head hides what was used');
    for (const { day, truth, consumed, high } of little) {
      assert.ok(high > 0.8 * truth, `day ${day}: ${consumed} to ${high} of ${truth}`);
      assert.ok(high < 3 * truth, `day ${day}: ${consumed} to ${high} of ${truth}`);
    }
  }

  for (const [daily, edge] of [
    [14, 82],
    [9, 86],
    [22, 80],
  ] as const) {
    it(`may have had as much use as is usual: zeros above ${edge} %, ${daily} % a day`, async () => {
      const { used, levels } = play({ seed: daily, daily, edge, shows: 'zero' });
      assertMayBe(await report(levels), used);
    });
  }

  for (const [daily, edge] of [
    [14, 85],
    [9, 88],
  ] as const) {
    it(`lie in their range once the head is known to hear the echo twice: above ${edge} %, ${daily} % a day`, async () => {
      const { used, levels } = play({ seed: daily, daily, edge, shows: 'twice' });
      const known = 4;
      const told = (await report(levels)).slice(known);
      for (const [day, { consumed, consumed_low: low, consumed_high: high }] of told.entries()) {
        const truth = used[known + day] ?? 0;
        const said = `day ${known + day}: ${consumed} (${low} to ${high}) of ${truth}`;
        assert.ok(low <= truth && truth <= high, said);
        assert.ok(Math.abs(consumed - truth) < 0.25 * truth, said);
      }
    });
  }
});
