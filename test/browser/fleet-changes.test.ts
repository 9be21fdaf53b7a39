import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { openAs } from '../helpers/browser/device-screens.ts';
import { english, fleetSize, swahili } from '../helpers/browser/fleet-words.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

type Sensor = { capacity: number | null };
type Known = { device_id: string; key: { required: boolean }; sensors: Sensor[] };

describeByTurns('sqlite', 'changes of chosen devices', (engine) => {
  const server = useTestServer({
    engine,
    isTimed: true,
    env: { REGISTRATIONS_PER_ADDRESS: '100' },
  });

  const newFleet = async (language: 'en' | 'sw', prefix: string) => {
    const { token } = await registerUser(server);
    await server.request('PUT', '/api/me', { token, json: { language } });
    const lines = Array.from({ length: fleetSize }, (_, at) => `${prefix}-${at},Tank ${at},5000`);
    const body = ['mac,name,capacity', ...lines].join('\n');
    const headers = { 'content-type': 'text/csv' };
    await server.request('POST', '/api/imports', { token, body, headers });
    await until(async () => (await tanksOf(token)).length === fleetSize);
    return token;
  };
  const tanksOf = async (token: string) =>
    (await server.request('GET', '/api/tanks', { token })).body as Known[];

  /** As many people share it as can. */
  const fill = async (token: string, device_id: string) => {
    for (let at = 0; at < 200; at++) {
      const json = { device_id, to: `07${10_000_000 + at}`, role: 'viewer' };
      const path = '/api/devices.php?action=share';
      const { status, text } = await server.request('POST', path, { token, json });
      assert.equal(status, 201, text);
    }
  };

  const acceptOne = async (token: string) => {
    const path = '/api/devices.php?action=';
    const { body } = await server.request('GET', `${path}invitations`, { token });
    const [{ id } = { id: 0 }] = body as { id: number }[];
    const answer = await server.request('POST', `${path}accept`, { token, json: { id } });
    assert.equal(answer.status, 200, answer.text);
  };

  for (const [screen, language, say] of inTurn(1, [
    ['laptop', 'en', english],
    ['phone', 'sw', swahili],
  ] as const)) {
    it(`are shared, handed over, set up and given keys on a ${screen} (${language})`, async () => {
      const token = await newFleet(language, `KS-${language}`);
      const [first] = await tanksOf(token);
      await fill(token, first?.device_id ?? '');
      const guest = await registerUser(server);
      const { page, ...visitor } = await openAs(server, token, '/fleet', { screen, language });
      const dialog = page.getByRole('dialog');
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
      const open = (name: string) =>
        page.getByRole('button', { name, exact: true }).first().click();
      const close = () =>
        dialog.getByRole('button', { name: say.close, exact: true }).last().click();
      const look = async () => {
        await visitor.assertAccessible();
        await visitor.assertFits();
      };
      const chooseAll = async () => {
        await page.getByLabel(say.all).check();
        await page.getByText(say.chosen(fleetSize)).waitFor();
      };
      const run = async (asked = say.changes(fleetSize)) => {
        await press(say.next);
        await dialog.getByText(asked).waitFor();
      };
      await chooseAll();
      await look();

      await open(say.share);
      await dialog.getByLabel(say.to).fill('nobody');
      await press(say.next);
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel(say.to).fill(guest.email);
      await dialog.getByLabel(say.role).selectOption('operator');
      await look();
      await run(say.shares(fleetSize));
      await look();
      // How far it is stays unknown until the banner was read.
      const isRead = Promise.withResolvers<void>();
      await page.route(/\/api\/imports\/\d+$/, async (route) => {
        await isRead.promise;
        await route.continue();
      });
      await press(say.shareDo(fleetSize));
      const banner = page.locator('.import-banner').getByText(/@.*: \d+ /);
      await banner.waitFor();
      isRead.resolve();
      await dialog.getByText(say.changed(fleetSize - 1)).waitFor();
      await dialog.getByText(say.failed).waitFor();
      await dialog.getByText(say.full).waitFor();
      await look();
      await acceptOne(guest.token);
      await press(say.takeBack);
      await dialog.getByText(say.asBefore(fleetSize - 2)).waitFor();
      await dialog.getByText(say.failed).waitFor();
      await dialog.getByText(say.accepted).waitFor();
      await close();
      // What failed stays chosen.
      await page.getByText(say.chosen(1), { exact: true }).waitFor();
      await chooseAll();

      await open(say.tank);
      await dialog.getByLabel(say.shape).selectOption('upright_cylinder');
      await dialog.locator('[name="tank.diameter_cm"]').fill('180');
      await dialog.locator('[name="tank.height_cm"]').fill('200');
      await look();
      await run();
      await dialog.getByText(say.alike).waitFor();
      await look();
      await press(say.back);
      await dialog.getByLabel(say.shape).selectOption('');
      await dialog.getByLabel(say.litres).fill('8000');
      await run();
      await press(say.doIt(fleetSize));
      await dialog.getByText(say.changed(fleetSize)).waitFor();
      assert.equal((await tanksOf(token)).at(-1)?.sensors[0]?.capacity, 8000);
      await press(say.undo);
      await dialog.getByText(say.asBefore(fleetSize)).waitFor();
      assert.equal((await tanksOf(token)).at(-1)?.sensors[0]?.capacity, 5000);
      await close();

      await open(say.supply);
      await press(say.next);
      await dialog.getByRole('alert').waitFor();
      await dialog.locator('.week-days button').first().click();
      await look();
      await run();
      await dialog.getByText(say.waterComes).waitFor();
      await press(say.doIt(fleetSize));
      await dialog.getByText(say.changed(fleetSize)).waitFor();
      await close();
      const last = (await tanksOf(token)).at(-1);
      const path = `/api/sensor_configs.php?action=list&device_id=${last?.device_id}`;
      const [config] = (await server.request('GET', path, { token })).body as { supply: string }[];
      assert.equal(config?.supply, 'Mon 04:00 to 11:00');

      await open(say.keys);
      await look();
      await run();
      await press(say.doIt(fleetSize));
      await dialog.getByText(say.changed(fleetSize)).waitFor();
      assert.ok((await tanksOf(token)).every(({ key }) => key.required));
      await press(say.undo);
      await dialog.getByText(say.asBefore(fleetSize)).waitFor();
      assert.ok((await tanksOf(token)).every(({ key }) => !key.required));
      await close();
      await open(say.keys);
      await dialog.getByLabel(say.newKeys).check();
      await run();
      await press(say.doIt(fleetSize));
      await dialog.getByText(say.changed(fleetSize)).waitFor();
      assert.equal((await saved(page, say.saveKeys)).length, fleetSize + 1);
      await close();

      await open(say.handOver);
      await dialog.getByLabel(say.to).fill('0712 345 678');
      await look();
      await run(say.handsOver(fleetSize));
      await dialog.getByText(say.handOverEnd).waitFor();
      await press(say.handOverDo(fleetSize));
      await dialog.getByText(say.changed(fleetSize)).waitFor();
      await look();
      const offered = await saved(page, say.saveKeys);
      assert.equal(offered.filter((line) => /\/invitations\//.test(line)).length, fleetSize);
      await press(say.takeBack);
      await dialog.getByText(say.asBefore(fleetSize)).waitFor();
      await close();
      visitor.assertClean();
      await visitor.close();
    });

    it(`are put into a group and labelled on a ${screen} (${language})`, async () => {
      const token = await newFleet(language, `KG-${language}`);
      const { page, ...visitor } = await openAs(server, token, '/fleet', { screen, language });
      const dialog = page.getByRole('dialog');
      await page.getByLabel(say.all).check();
      const labels = page.getByRole('link', { name: say.labels });
      assert.equal(await labels.getAttribute('href'), '/devices/labels');
      await page.getByRole('button', { name: say.group, exact: true }).click();
      await dialog.getByLabel(say.groupName).fill('Estate A');
      await visitor.assertAccessible();
      await visitor.assertFits();
      await dialog.getByRole('button', { name: say.group, exact: true }).click();
      await dialog.getByText(say.inGroup).waitFor();
      await visitor.assertAccessible();
      const groups = '/api/groups.php?action=list';
      const [group] = (await server.request('GET', groups, { token })).body as {
        id: number;
        name: string;
      }[];
      assert.equal(group?.name, 'Estate A');
      await dialog.getByRole('button', { name: say.close, exact: true }).last().click();

      await page.goto(`/groups/${group?.id}`);
      await page.getByRole('link', { name: say.inList }).click();
      await page.waitForURL(`**/fleet?group=${group?.id}`);
      await page.getByText(say.tanks(fleetSize), { exact: true }).waitFor();
      await page.getByLabel(say.groups, { exact: true }).selectOption('');
      await page.getByLabel(say.search).fill('estate a');
      await page.getByText(say.tanks(fleetSize), { exact: true }).waitFor();
      await visitor.assertFits();
      await page.getByLabel(say.search).fill('Tank 29');
      await page.getByLabel(say.all).check();
      await page.getByText(say.chosen(11)).waitFor();
      await labels.click();
      await page.waitForURL('**/devices/labels?ids=*');
      await page.locator('.label').nth(10).waitFor();
      assert.equal(await page.locator('.label:not([aria-hidden="true"])').count(), 11);
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

/** Lines of the file that a button saves. */
async function saved(page: Page, name: string): Promise<string[]> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name }).click();
  const text = await readFile(await (await downloading).path(), 'utf8');
  return text.trimEnd().split('\r\n');
}
