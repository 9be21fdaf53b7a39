import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';

/** Midnight in Nairobi. */
const midnight = Date.parse('2026-10-31T21:00:00Z');

describeOnBothEngines('the nights of a quality report', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  /** Each hour from 14:00 on for some nights, a level that follows the temperature. */
  const driftOver = async (nights: number) => {
    server.clock.now = midnight + 14 * hourMs;
    const { token } = await registerUser(server);
    const { id, mac_or_serial: mac_address } = await registerDevice(server, token);
    const end = midnight + nights * dayMs + 5 * hourMs;
    for (; server.clock.now < end; server.clock.advance(hourMs)) {
      const temperature = 20 + 5 * Math.sin(server.clock.now / hourMs);
      const form = { mac_address, water_level_percent: 50 + 0.3 * temperature, temperature };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    }
    const path = `/api/insights.php?action=quality&device_id=${id}`;
    const { body } = await server.request('GET', path, { token });
    const { sensors } = body as { sensors: { temperature_drift: object | null }[] };
    return sensors[0]?.temperature_drift;
  };

  it('begin at midnight, and not at the first reading', async () => {
    // Six nights have the changes that are needed, five have them only with an afternoon.
    assert.equal(await driftOver(5), null);
    assert.ok(await driftOver(6));
  });
});
