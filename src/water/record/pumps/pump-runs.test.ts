import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../../test/helpers/water/devices.ts';
import { dayMs, minuteMs } from '../../../kit/time/units.ts';

const everyMs = 15 * minuteMs;
/** What a sensor adds to a level that stands still. */
const tremble = [0, 0.7, -0.4, 1.1, -0.9, 0.3, -1.2, 0.5, -0.2];

describeOnBothEngines('a pump that somebody switches by hand', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  /** A tank whose sensor has trembled around 60 percent for three days and more, the pump off. */
  const addTank = async () => {
    const { token } = await registerUser(server);
    const mac_address = randomMac();
    const { id } = await registerDevice(server, token, mac_address);
    let readings = 0;
    const push = async (pump_status: 'on' | 'off', water_level_percent?: number) => {
      server.clock.advance(everyMs);
      const level = water_level_percent ?? 60 + (tremble[readings % tremble.length] ?? 0);
      readings += 1;
      const form = { mac_address, water_level_percent: level, pump_status };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    const told = async () => {
      const { body } = await server.request('GET', `/api/alerts?device_id=${id}`, { token });
      return (body as { kind: string }[]).map(({ kind }) => kind);
    };
    for (let at = 0; at <= 3 * dayMs; at += everyMs) await push('off');
    return { push, told };
  };

  it('runs dry where its tank does not fill', async () => {
    const { push, told } = await addTank();
    for (let count = 0; count < 7; count += 1) await push('on');
    assert.deepEqual(await told(), ['dry_run']);
  });

  it('is not told to run dry while its sensor says the same for longer than ever, but after', async () => {
    const { push, told } = await addTank();
    await push('off', 60);
    for (let count = 0; count < 6; count += 1) await push('on', 60);
    assert.deepEqual(await told(), []);
    await push('on');
    await push('on');
    assert.deepEqual(await told(), ['dry_run']);
  });
});
