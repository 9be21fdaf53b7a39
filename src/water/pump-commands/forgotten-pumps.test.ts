import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { usePumpDesk } from '../../../test/helpers/water/pump-desk.ts';
import { minuteMs } from '../../kit/time/units.ts';

describeOnBothEngines('a pump whose sensor or device is removed', (engine) => {
  const { desk, advance, push, obey } = usePumpDesk(engine);

  const removeSensor = async () => {
    const query = new URLSearchParams({
      action: 'remove',
      device_id: desk.device.id,
      sensor_name: 'main',
    });
    const { status, text } = await desk.call('DELETE', `/api/sensors.php?${query}`);
    assert.ok(status < 300, text);
  };
  const handOver = async (keep_history: boolean) => {
    const heir = await registerUser(desk.server);
    const offer = { device_id: desk.device.id, email: heir.email, keep_history };
    const offered = await desk.call('POST', '/api/devices.php?action=transfer', offer);
    assert.equal(offered.status, 201, offered.text);
    const { id } = offered.body as { id: number };
    const accepted = await desk.server.request('POST', '/api/devices.php?action=accept', {
      token: heir.token,
      json: { id },
    });
    assert.equal(accepted.status, 200, accepted.text);
  };
  const forget = [
    ['its sensor', removeSensor],
    ['its device, handed over without its history,', () => handOver(false)],
  ] as const;

  const start = async (...words: ('on' | 'off')[]) => {
    await desk.newDevice();
    await push(50);
    for (const command of words) {
      await desk.send({ command });
      if (command === 'on') await obey();
    }
    advance(minuteMs);
  };

  for (const [what, goes] of forget) {
    it(`is told off where ${what} goes while it runs by a command`, async () => {
      await start('on');
      await goes();
      assert.deepEqual(await obey(), ['off']);
      assert.deepEqual(await obey(), []);
    });

    it(`is still told off where ${what} goes while that waits`, async () => {
      await start('off');
      await goes();
      assert.deepEqual(await obey(), ['off']);
    });

    it(`is left alone where ${what} goes and it does not run, or by hand`, async () => {
      await start('on', 'off');
      assert.deepEqual(await obey(), ['off']);
      await goes();
      assert.deepEqual(await obey(), []);
      await desk.signInAnew();
      await start();
      await push(50, { pump_status: 'on' });
      await goes();
      assert.deepEqual(await obey(), []);
    });
  }

  it('is told off once where the device keeps its history', async () => {
    await start('on', 'off');
    await handOver(true);
    assert.deepEqual(await obey(), ['off']);
  });
});
