import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { countEffort, type Effort } from '../helpers/browser/effort.ts';
import { describeByTurns, type TestServer, useTestServer } from '../helpers/server/test-server.ts';
import { registerDevice } from '../helpers/water/devices.ts';
import { pushKept } from '../helpers/water/push-kept.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const fleetSize = 300;
const mostTaps = 4;
const hour = 3_600_000;

describeByTurns('sqlite', 'the month of all tanks', (engine) => {
  const env = { PUSH_BURST_PER_DEVICE: '1000' };
  const server = useTestServer({ engine, isTimed: true, env });
  let token: string;
  before(async () => {
    token = await registerFleet(server);
  });

  for (const [screen, language] of inTurn(1, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    it(`takes at most ${mostTaps} taps for ${fleetSize} tanks on a ${screen}, to the file and the paper`, async () => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen, language });
      const say = (en: string, sw: string) => (language === 'en' ? en : sw);
      await page.addInitScript(`print = () => document.body.setAttribute('data-printed', 'yes')`);
      const effort = await countEffort(page);
      await signInAs(page, token);
      await page.goto('/');
      await openMonths(effort, page, say);
      // The account is younger than the month before: the running one is open.
      await page.getByText(say('The month is not over', 'Mwezi haujaisha')).waitFor();
      await page.getByLabel(say('Month', 'Mwezi'), { exact: true }).selectOption({ index: 1 });
      const all = page.getByRole('row', { name: new RegExp(say('^In all', '^Jumla')) });
      await all.waitFor();
      const more = page.getByText(/more columns?:|^Safu \d+ zaidi/);
      assert.equal(await more.count(), screen === 'phone' ? 1 : 0, 'all fit on a laptop');
      await page
        .getByRole('columnheader', { name: say('Used (litres)', 'Matumizi (lita)') })
        .waitFor();
      assert.equal(await page.locator('tbody tr').count(), fleetSize);
      const first = page.getByRole('row', { name: /^Tank 1 / });
      assert.match((await first.textContent()) ?? '', /Tank 1(2 of \d\d|2 kati ya \d\d)/);
      // What both are told is said once.
      await page.getByText('Tank 1, Tank 2', { exact: true }).waitFor();
      await page
        .getByText(say('298 tanks were not measured.', 'Matangi 298 hayakupimwa.'))
        .waitFor();
      await page.getByText(say('1 tank is in percent', 'Tangi 1 liko kwa asilimia')).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();

      const coming = page.waitForEvent('download');
      await effort.tap(page.getByRole('button', { name: say('Download CSV', 'Pakua CSV') }));
      const file = await coming;
      assert.match(file.suggestedFilename(), /^kisima-\d{4}-\d\d\.csv$/);
      const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      assert.equal(lines.length, fleetSize + 2);
      await effort.tap(page.getByRole('button', { name: say('Print', 'Chapisha') }));
      assert.equal(await page.locator('body').getAttribute('data-printed'), 'yes');
      effort.assertAtMost({ taps: mostTaps, fields: 0 });

      await page.emulateMedia({ media: 'print' });
      for (const role of ['button', 'navigation', 'combobox'] as const) {
        assert.equal(await page.getByRole(role).filter({ visible: true }).count(), 0, role);
      }
      assert.ok(await all.isVisible());
      const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      const sheets = paper.match(/\/Type\s*\/Page\b/g) ?? [];
      assert.ok(sheets.length >= 5 && sheets.length <= 14, `${sheets.length} sheets`);
      await page.emulateMedia({ media: 'screen' });
      visitor.assertClean();
      await visitor.close();
    });
  }

  for (const language of inTurn(1, ['en', 'sw'] as const)) {
    it(`is that of another month by at most ${mostTaps} taps on a phone, the list included (${language})`, async () => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen: 'phone', language });
      const say = (en: string, sw: string) => (language === 'en' ? en : sw);
      const effort = await countEffort(page);
      await signInAs(page, token);
      await page.goto('/');
      await openMonths(effort, page, say);
      const months = page.getByLabel(say('Month', 'Mwezi'), { exact: true });
      const before = (await months.locator('option').nth(1).textContent()) ?? '';
      await effort.choose(months, before);
      const row = page.getByRole('row', { name: /^Tank 1 / });
      await row.getByText(say('2 of', '2 kati ya')).waitFor();
      assert.equal(await page.locator('tbody tr').count(), fleetSize);
      effort.assertAtMost({ taps: mostTaps, fields: 0 });
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('goes to another month and to a group', async () => {
    await server.request('PUT', '/api/me', { token, json: { language: 'en' } });
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await signInAs(page, token);
    await page.goto('/reports/monthly');
    await page.getByLabel('Tanks').selectOption('Estate');
    await page.getByRole('heading', { name: /: Estate$/ }).waitFor();
    // Both were measured in the month before, not in the running one that is open.
    await page.getByText('2 tanks were not measured.').waitFor();
    const rows = page.locator('tbody tr');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    const months = page.getByLabel('Month');
    await months.selectOption({ index: 0 });
    await page.getByText(/^The month is not over: it counts until /).waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('is a file of what the other reports show, too', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await signInAs(page, token);
    for (const [kind, begin] of [
      ['daily', 'device_id,device_name,date,sensor_name,average'],
      ['usage', 'device_id,device_name,date,sensor_name,unit,consumed'],
      ['alerts', 'local_time,id,device_id,sensor_name,type'],
      ['pump', 'local_time,id,device_id,sensor_name,command'],
    ] as const) {
      await page.goto(`/reports?kind=${kind}&period=90d`);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV of this report' }).click();
      const file = await coming;
      assert.equal(file.suggestedFilename(), `kisima-${kind}-tank-1-90d.csv`);
      const text = await readFile(await file.path(), 'utf8');
      assert.ok(text.startsWith(`\uFEFF${begin}`), text.slice(0, 80));
    }
    await page.goto('/reports?kind=usage&period=90d');
    await page.getByText(/^2 of 9\d days were measured\.$/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});

async function openMonths(effort: Effort, page: Page, say: (en: string, sw: string) => string) {
  await effort.tap(page.getByRole('link', { name: say('Reports', 'Ripoti'), exact: true }));
  const ofAll = say('A month of all tanks', 'Mwezi wa matangi yote');
  await effort.tap(page.getByRole('link', { name: ofAll }));
}

/** An account of hundreds of tanks, of which two were measured for two days in the month before. */
async function registerFleet(server: TestServer): Promise<string> {
  const { token } = await registerUser(server);
  const ids: string[] = [];
  for (let made = 1; made <= fleetSize; made += 1) {
    const { id } = await registerDevice(server, token, `SN-${made}`, `Tank ${made}`);
    ids.push(id);
  }
  const config = { device_id: ids[0], sensor_name: 'main', capacity: 1000 };
  await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
  const group = { name: 'Estate', device_ids: ids.slice(0, 2) };
  await server.request('POST', '/api/groups.php?action=create', { token, json: group });
  const now = new Date();
  const begin = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 10);
  for (const [index, mac_address] of ['SN-1', 'SN-2'].entries()) {
    const kept = Array.from({ length: 44 }, (_, hours) => ({
      at: begin + hours * hour,
      water_level_percent: 95 - hours * (index + 1),
    }));
    await pushKept(server, mac_address, kept);
  }
  return token;
}
