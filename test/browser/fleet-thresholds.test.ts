import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { english, swahili } from '../helpers/browser/fleet-words.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { inTurn } from '../helpers/whole-suite.ts';

type Known = { sensors: { high_threshold: number; low_threshold: number }[] };

describeByTurns('sqlite', 'thresholds of chosen tanks', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const newTanks = async (token: string, count: number) => {
    const devices = [];
    for (let at = 0; at < count; at++) {
      const device = await registerDevice(server, token);
      const json = { device_id: device.id, sensor_name: 'main', capacity: 5000 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
      devices.push(device);
    }
    return devices;
  };
  const thresholdsOf = async (token: string) => {
    const tanks = (await server.request('GET', '/api/tanks', { token })).body as Known[];
    return tanks.map(({ sensors: [sensor] }) => [sensor?.high_threshold, sensor?.low_threshold]);
  };

  const allThresholds = async (token: string) => {
    const tanks = (await server.request('GET', '/api/tanks', { token })).body as Known[];
    const sensors = tanks.flatMap((tank) => tank.sensors);
    return sensors.map((each) => `${each.high_threshold} ${each.low_threshold}`).toSorted();
  };

  for (const [screen, language, say] of inTurn(0, [
    ['laptop', 'en', english],
    ['phone', 'sw', swahili],
  ] as const)) {
    it(`are set in one go, and taken back, on a ${screen} (${language})`, async () => {
      const { token } = await registerUser(server);
      await server.request('PUT', '/api/me', { token, json: { language } });
      await newTanks(token, 4);
      const { page, ...visitor } = await openAs(server, token, '/fleet', { screen, language });
      const dialog = page.getByRole('dialog');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      await page.getByLabel(say.all).check();
      await page.getByRole('button', { name: say.thresholds }).click();
      await press(say.next);
      await dialog.getByText(say.noThreshold).waitFor();
      await dialog.getByLabel(say.high).fill('88');
      await dialog.getByLabel(say.low).fill('15');
      await visitor.assertAccessible();
      await visitor.assertFits();
      await press(say.next);
      await visitor.assertAccessible();
      const sent = page.waitForRequest((each) => each.method() === 'POST');
      await press(say.doTanks(4));
      assert.match((await sent).url(), /\/api\/imports\?file=/);
      await dialog.getByText(say.changedTanks(4)).waitFor();
      assert.deepEqual(await thresholdsOf(token), Array(4).fill([88, 15]));
      await visitor.assertAccessible();
      await visitor.assertFits();
      await press(say.undo);
      await dialog.getByText(say.tanksAsBefore(4)).waitFor();
      assert.deepEqual(await thresholdsOf(token), Array(4).fill([90, 20]));
      visitor.assertClean();
      await visitor.close();
    });

    it(`are taken back where some are shared and some have several sensors, on a ${screen} (${language})`, async () => {
      const [owner, other] = [await registerUser(server), await registerUser(server)];
      const { token } = owner;
      await server.request('PUT', '/api/me', { token, json: { language } });
      const [own] = await newTanks(token, 1);
      const [theirs] = await newTanks(other.token, 1);
      const json = { device_id: own?.id, sensor_name: 'well', capacity: 2000, low_threshold: 30 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
      await shareDevice(server, {
        token: other.token,
        device_id: theirs?.id ?? '',
        with: owner,
        role: 'manager',
      });
      const before = await allThresholds(token);
      assert.equal(before.length, 3);
      const { page, ...visitor } = await openAs(server, token, '/fleet', { screen, language });
      const dialog = page.getByRole('dialog');
      await page.getByLabel(say.all).check();
      await page.getByRole('button', { name: say.thresholds }).click();
      await dialog.getByLabel(say.high).fill('88');
      await dialog.getByLabel(say.low).fill('15');
      await dialog.getByRole('button', { name: say.next }).click();
      await dialog.getByText(say.changesTanks(3)).waitFor();
      await dialog.getByRole('button', { name: say.doTanks(3), exact: true }).click();
      const undo = dialog.getByRole('button', { name: say.undo, exact: true });
      await undo.waitFor();
      assert.deepEqual(await allThresholds(token), Array(3).fill('88 15'));
      await visitor.assertAccessible();
      await visitor.assertFits();
      await undo.click();
      await dialog.getByText(say.tanksAsBefore(3)).waitFor();
      assert.deepEqual(await allThresholds(token), before);
      assert.equal(await undo.count(), 0);
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });

    it(`are set by whoever manages them, and said of each that failed, on a ${screen} (${language})`, async () => {
      const [owner, manager] = [await registerUser(server), await registerUser(server)];
      await server.request('PUT', '/api/me', { token: manager.token, json: { language } });
      const [kept, lost] = await newTanks(owner.token, 2);
      for (const device of [kept, lost]) {
        await shareDevice(server, {
          token: owner.token,
          device_id: device?.id ?? '',
          with: manager,
          role: 'manager',
        });
      }
      const { page, ...visitor } = await openAs(server, manager.token, '/fleet', {
        screen,
        language,
      });
      const dialog = page.getByRole('dialog');
      await page.getByLabel(say.all).check();
      await page.getByRole('button', { name: say.thresholds }).click();
      await dialog.getByLabel(say.high).fill('88');
      await dialog.getByRole('button', { name: say.next }).click();
      await dialog.getByText(say.changesTanks(2)).waitFor();
      // As by the server an instant before this list hears of it.
      await server.db.write
        .updateTable('device_roles')
        .set({ role: 1 })
        .where('device_id', '=', Number(lost?.id))
        .where('user_id', '=', Number(manager.user.id))
        .execute();
      await dialog.getByRole('button', { name: say.doTanks(2), exact: true }).click();
      await dialog.getByText(say.changedTanks(1)).waitFor();
      await dialog.getByText(say.failedAt).waitFor();
      await dialog.getByText(say.taken).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await dialog.getByRole('button', { name: say.close, exact: true }).last().click();
      await page.getByText(say.chosen(1), { exact: true }).waitFor();
      const now = await thresholdsOf(owner.token);
      assert.deepEqual(now.map(([high]) => high).toSorted(), [88, 90]);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
