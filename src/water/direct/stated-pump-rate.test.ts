import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a pump whose rate is stated', (engine) => {
  const server = useTestServer({ engine });
  const capacity = 10_000;

  /** Fills the tank in a first run, or runs dry; returns after how many minutes a dry run is told. */
  async function dryAfter(given: number | undefined, { perHour }: { perHour: number }) {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = {
      device_id: device.id,
      sensor_name: 'main',
      capacity,
      pump_litres_per_hour: given,
    };
    const saved = await server.request('POST', '/api/sensor_configs.php?action=save', {
      token,
      json,
    });
    assert.equal(saved.status, 201, saved.text);
    const minutes = 5;
    for (let at = 0; at < 5 * 60; at += minutes) {
      server.clock.advance(minutes * minuteMs);
      const hours = Math.max(0, at - 30) / 60;
      const level = 40 + (100 * hours * perHour) / capacity;
      const form = {
        mac_address: device.mac_or_serial,
        water_level_percent: level.toFixed(2),
        pump_status: at < 30 ? 'off' : 'on',
      };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      const alerts = (await server.request('GET', path, { token })).body as { kind: string }[];
      if (alerts.some(({ kind }) => kind === 'dry_run')) return at - 30;
    }
    return undefined;
  }

  it('is not told as a dry run in its first run, though it needs hours for a percent', async () => {
    assert.ok((await dryAfter(undefined, { perHour: 40 })) !== undefined);
    assert.equal(await dryAfter(40, { perHour: 40 }), undefined);
    assert.equal(await dryAfter(200, { perHour: 200 }), undefined);
  });

  it('is still told where nothing comes, sooner where the pump is fast', async () => {
    const fast = await dryAfter(2000, { perHour: 0 });
    const slow = await dryAfter(200, { perHour: 0 });
    assert.ok(fast !== undefined && fast <= 30, `${fast}`);
    assert.ok(slow !== undefined && slow > fast, `${slow}`);
  });
});
