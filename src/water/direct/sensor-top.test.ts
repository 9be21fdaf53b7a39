import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeByTurns, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Alert = {
  kind: string;
  severity: string;
  raised_at: string;
  facts: { spilt_litres?: number; past?: string };
};

/** Of 2,000 litres, whose sensor says 92.5 percent at most. */
const tank = {
  shape: 'box',
  length_cm: 100,
  width_cm: 100,
  height_cm: 200,
  sensor_height_cm: 210,
  dead_zone_cm: 25,
};
const tremble = [0, 1.5, -0.8, 2.2, -1.9, 0.6, -2.4, 1, -0.4];

describeByTurns('sqlite', 'a tank whose sensor cannot see its brim', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  const addTank = async (config: object = {}) => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = { device_id: device.id, sensor_name: 'main', tank, ...config };
    const saved = await server.request('POST', '/api/sensor_configs.php?action=save', {
      token,
      json,
    });
    assert.ok(saved.status < 300, saved.text);
    const push = async (heightCm: number, pump_status?: 'on' | 'off', minutes = 5) => {
      server.clock.advance(minutes * minuteMs);
      const distance_cm = Math.max(8, 210 - heightCm);
      const form = {
        mac_address: device.mac_or_serial,
        distance_cm,
        ...(pump_status && { pump_status }),
      };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    const told = async () => {
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      return (await server.request('GET', path, { token })).body as Alert[];
    };
    return { push, told };
  };
  /** 24 percent an hour, until the tank is full. */
  const fill = async ({ push }: Awaited<ReturnType<typeof addTank>>) => {
    for (let height = 120; height < 200; height += 4) await push(height, 'on');
  };

  for (const [title, config] of [
    ['of the default threshold', {}],
    ['of a threshold that it never says', { high_threshold: 95 }],
  ] as const) {
    it(`tells a pump that runs on, and what runs over, ${title}`, async () => {
      const added = await addTank(config);
      await fill(added);
      // Up to here there was room that the sensor does not see.
      assert.equal(
        (await added.told()).find(({ kind }) => kind === 'runs_on'),
        undefined,
      );
      for (let count = 0; count < 24; count += 1) await added.push(200, 'on');
      const alerts = await added.told();
      assert.deepEqual(alerts.map(({ kind, severity }) => `${severity} ${kind}`).sort(), [
        'critical overflow',
        'warning runs_on',
      ]);
      assert.equal(alerts.find(({ kind }) => kind === 'runs_on')?.facts.past, 'full');
      for (let height = 198; height > 160; height -= 2) await added.push(height, 'off');
      const over = (await added.told()).find(({ kind }) => kind === 'overflow');
      const litres = over?.facts.spilt_litres ?? 0;
      assert.ok(litres > 850 && litres < 1100, `${litres} litres`);
    });
  }

  it('tells what runs over also where each fill ends at the top of the sensor', async () => {
    const added = await addTank();
    const drain = async () => {
      for (let height = 198; height > 120; height -= 3) await added.push(height, 'off');
    };
    const raisedOf = (alerts: Alert[]) => alerts.filter(({ kind }) => kind === 'overflow');
    await fill(added);
    await drain();
    const first = raisedOf(await added.told()).map(({ raised_at }) => raised_at);
    assert.equal(first.length, 1);
    await fill(added);
    await drain();
    const second = raisedOf(await added.told()).map(({ raised_at }) => raised_at);
    assert.deepEqual(second, first);
    await fill(added);
    for (let count = 0; count < 24; count += 1) await added.push(200, 'on');
    await drain();
    const litres = raisedOf(await added.told()).map(({ facts }) => facts.spilt_litres ?? 0);
    assert.ok(Math.max(...litres) > 850 && Math.max(...litres) < 1100, `${litres} litres`);
  });

  it('is not told to bring no water by a run that begins when it is full', async () => {
    const { push, told } = await addTank({ high_threshold: 95 });
    for (let count = 0; count < 5; count += 1) await push(200, 'off');
    for (let count = 0; count < 24; count += 1) await push(200, 'on');
    assert.deepEqual((await told()).map(({ kind }) => kind).sort(), ['overflow', 'runs_on']);
  });

  it('is not stuck while it is full', async () => {
    const { push, told } = await addTank();
    for (let count = 0; count < 4 * 96; count += 1) {
      await push(140 + (tremble[count % tremble.length] ?? 0), undefined, 15);
    }
    for (let count = 0; count < 96; count += 1) await push(200, undefined, 15);
    assert.deepEqual(
      (await told()).map(({ kind }) => kind).filter((kind) => kind === 'stuck'),
      [],
    );
  });
});
