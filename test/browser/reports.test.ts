import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { fillHalfKnown, fillReports, nothingIsCut } from '../helpers/browser/report-screens.ts';
import { startSlowProxy } from '../helpers/http/slow-proxy.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'the reports', (engine) => {
  let server: TestServer;
  let token: string;
  before(async () => {
    const env = { PUSH_BURST_PER_DEVICE: '1000' };
    server = await startTestServer({ engine, isTimed: true, env });
    token = await fillReports(server);
  });
  after(() => server.stop());

  const enter = async (page: Page, address: string) => {
    await signInAs(page, token);
    await page.goto(address);
  };

  for (const [screen, theme] of inTurn(1, [
    ['phone', 'light'],
    ['laptop', 'dark'],
  ] as const)) {
    it(`tell levels, use, alerts and the pump on a ${screen}`, async () => {
      const { page, ...visitor } = await visit(server.url, { screen, theme });
      await enter(page, '/reports');
      const table = page.getByRole('table');
      await page.getByRole('img', { name: 'Levels by day: lowest 12 %, highest 80 %' }).waitFor();
      assert.ok((await table.getByRole('row').count()) >= 3);
      await visitor.assertAccessible();

      if (screen === 'phone') await page.getByText('Which report').click();
      await page.getByLabel('Report', { exact: true }).selectOption('Use by day');
      await page.getByRole('img', { name: /^Use by day: 6\d\d L used, 0 L refilled/ }).waitFor();
      await table.getByRole('row', { name: /^In all/ }).waitFor();
      await visitor.assertAccessible();

      await page.getByRole('button', { name: '24 hours' }).click();
      await page.getByRole('img', { name: /^Use by day: / }).waitFor();
      assert.match(page.url(), /period=1d/);

      await page.getByLabel('Report', { exact: true }).selectOption('Alerts');
      await page.getByRole('cell', { name: /the water is low/ }).waitFor();
      await page.getByLabel('Report', { exact: true }).selectOption('Pump');
      await page.getByRole('cell', { name: 'Waiting' }).waitFor();
      await nothingIsCut(page);
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('take days of one’s own, and say so where nothing was recorded', async () => {
    const { page, ...visitor } = await visit(server.url);
    await enter(page, '/reports');
    await page.getByText('Which report').click();
    await page.getByLabel('Last day').fill('2026-01-31');
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByText('Nothing was recorded in this time.').waitFor();
    await page.getByText(/^SN-1 · .*Jan.* to .*Africa\/Nairobi$/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('say that days are in the wrong order', async () => {
    const { page, ...visitor } = await visit(server.url, { expects: /status of 400/ });
    await enter(page, '/reports?from=2026-02-01&until=2026-01-01');
    await page
      .getByRole('alert')
      .getByText(/^End date must/)
      .waitFor();
    assert.equal(await page.getByLabel('First day').inputValue(), '2026-02-01');
    visitor.assertClean();
    await visitor.close();
  });

  it('come as files with all readings', async () => {
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    await enter(page, '/reports');
    for (const [button, name] of [
      ['Download CSV', 'kisima-sn-1-7d.csv'],
      ['Download JSON', 'kisima-sn-1-7d.json'],
    ] as const) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      const file = await coming;
      assert.equal(file.suggestedFilename(), name);
      const text = await readFile(await file.path(), 'utf8');
      const rows = name.endsWith('csv')
        ? text.trimEnd().split('\n').length - 1
        : (JSON.parse(text) as unknown[]).length;
      assert.equal(rows, 35);
      if (!name.endsWith('csv')) continue;
      const [header = '', first = ''] = text.split('\r\n');
      assert.match(header, /^\uFEFFdevice_name,.*,recorded_at,recorded_at Africa\/Nairobi/);
      assert.match(first, /^SN-1,.*,2\d{3}-\d\d-\d\dT[\d:.]+Z,2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d/);
    }
    visitor.assertClean();
    await visitor.close();
  });

  for (const [screen, theme, language] of inTurn(1, [
    ['phone', 'light', 'sw'],
    ['laptop', 'dark', 'en'],
  ] as const)) {
    it(`compare several devices on a ${screen}, and save them in one file`, async () => {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen, theme, language });
      const say = (en: string, sw: string) => (language === 'en' ? en : sw);
      await enter(page, '/reports');
      if (screen === 'phone') await page.getByText(say('Which report', 'Chagua ripoti')).click();
      const add = page.getByLabel(say('Compare with', 'Linganisha na'));
      await add.selectOption('SN-2');
      await add.selectOption('SN-3');
      await page.getByRole('img', { name: /SN-1, SN-2, SN-3$/ }).waitFor();
      const legend = page.getByRole('list', { name: say('Which line is whose', 'Mstari upi') });
      assert.equal(await legend.getByRole('listitem').count(), 3);
      assert.match((await legend.textContent()) ?? '', /SN-2.* 40\s%.* 40\s%.* 40\s%/);
      const columns = page.getByRole('columnheader');
      assert.equal(await columns.count(), 4);
      await nothingIsCut(page);
      await visitor.assertAccessible();
      await visitor.assertFits();

      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: say('CSV of all 3', 'CSV ya vifaa vyote 3') }).click();
      const file = await coming;
      assert.equal(file.suggestedFilename(), 'kisima-3-devices-7d.csv');
      const rows = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
      const whose = rows.map((row) => row.split(',')[0]);
      assert.deepEqual(whose.slice(1), [...Array(35).fill('SN-1'), 'SN-2', 'SN-3']);

      await page.getByLabel(say('Report', 'Ripoti'), { exact: true }).selectOption('usage');
      await page.getByRole('img', { name: /SN-1$/ }).waitFor();
      await page.getByRole('img', { name: /SN-2, SN-3$/ }).waitFor();
      await nothingIsCut(page);
      await visitor.assertAccessible();

      await page.getByRole('button', { name: say('Leave SN-3 out', 'Ondoa SN-3') }).click();
      await page.getByRole('img', { name: /SN-2$/ }).waitFor();
      visitor.assertClean();
      await visitor.close();
      await server.request('PUT', '/api/me', { token, json: { language: 'en' } });
    });
  }

  for (const [screen, language] of inTurn(1, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] as const)) {
    it(`tell a tank of unknown litres beside one of known litres on a ${screen}`, async () => {
      const { token: own } = await registerUser(server);
      await server.request('PUT', '/api/me', { token: own, json: { language } });
      await fillHalfKnown(server, own, `SN-${screen}`);
      const { page, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, own);
      await page.goto('/reports?kind=usage');
      const sumsOf = async (sensor: string) => {
        const heading = page.getByRole('heading', { name: sensor, exact: true });
        const section = page.locator('section').filter({ has: heading });
        const name = language === 'sw' ? /^Jumla/ : /^In all/;
        return await section.getByRole('row', { name }).textContent();
      };
      assert.match((await sumsOf('roof')) ?? '', /lita\s5\d\d|5\d\d\sL/);
      assert.match((await sumsOf('well')) ?? '', /5\d[.,]\d\s?%/);
      await nothingIsCut(page);
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('stop a download for good, when asked to and when the screen is left', async () => {
    const proxy = await startSlowProxy(server.url, 'action=export');
    const { page, ...visitor } = await visit(proxy.url);
    let saved = 0;
    page.on('download', () => saved++);
    await enter(page, '/reports');
    const csv = page.getByRole('button', { name: 'Download CSV' });
    await csv.click();
    await page.getByText('20 kB received').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await proxy.letGo();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('alert').count(), 0);

    await csv.click();
    await page.getByText('20 kB received').waitFor();
    await page.getByRole('link', { name: 'Tanks', exact: true }).click();
    await proxy.letGo();
    assert.equal(saved, 0);
    visitor.assertClean();
    await visitor.close();
    await proxy.stop();
  });

  it('say what to do where the network is lost in the middle of a file', async () => {
    const proxy = await startSlowProxy(server.url, 'action=export');
    const { page, ...visitor } = await visit(proxy.url, { expects: /ERR_/ });
    await enter(page, '/reports');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await page.getByText('20 kB received').waitFor();
    proxy.breakOff();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
    visitor.assertClean();
    await visitor.close();
    await proxy.stop();
  });

  it('print dark on white, also for who reads light on dark', async () => {
    const { page, ...visitor } = await visit(server.url, { theme: 'dark' });
    await enter(page, '/reports');
    await page.getByRole('table').waitFor();
    await page.emulateMedia({ media: 'print' });
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color');
    assert.equal(ink, 'rgb(18, 38, 46)');
    visitor.assertClean();
    await visitor.close();
  });

  it('speak Swahili', async () => {
    const { page, ...visitor } = await visit(server.url);
    const person = await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    assert.equal(person.status, 200);
    await enter(page, '/reports?kind=usage');
    await page.getByRole('heading', { name: 'Ripoti' }).waitFor();
    await page.getByRole('row', { name: /^Jumla/ }).waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
    await server.request('PUT', '/api/me', { token, json: { language: 'en' } });
  });
});
