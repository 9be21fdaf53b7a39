import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type Screen, visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { chart, newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const minute = 60_000;
const hour = 60 * minute;

describeByTurns('sqlite', 'the tank screen', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const screen of inTurn(0, ['phone', 'laptop'] satisfies Screen[])) {
    it(`moves with the device’s next reading on a ${screen}, in both themes`, async () => {
      const tank = await newTank(server);
      await tank.push(64, { pump_status: 'off' });
      for (const theme of ['light', 'dark'] as const) {
        const { page, ...visitor } = await openTank(server, tank, { screen, theme });
        await gauge(page, /64 %/).waitFor();
        await chart(page).waitFor();
        await page.getByText('6,400 L').waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      }
      const { page, ...visitor } = await openTank(server, tank, { screen });
      await chart(page).waitFor();
      await tank.push(15, { pump_status: 'on' });
      await gauge(page, /15 %/).waitFor();
      await page.getByText('1,500 L').waitFor();
      await page.locator('.tank-now').getByText('Low', { exact: true }).waitFor();
      const extremes = page.locator('.tank-summary');
      await extremes.getByText('15 %').first().waitFor();
      await extremes.getByText('64 %').waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('draws the chart also in a browser whose language is no language tag', async () => {
    const tank = await newTank(server);
    await tank.push(64);
    const { page, ...visitor } = await visit(server.url);
    await page.addInitScript(
      `Object.defineProperty(navigator, 'language', { value: 'en-US@posix', configurable: true })`,
    );
    await signInAs(page, tank.token);
    await page.goto(tank.path);
    await chart(page).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('shows four ranges, with what was read, when the pump ran and where nothing was heard', async () => {
    const tank = await newTank(server);
    const now = Date.now();
    for (const [ago, level, pump_status] of [
      [80 * 24 * hour, 97, 'off'],
      [20 * 24 * hour, 12, 'off'],
      [5 * 24 * hour, 93, 'off'],
      [3 * hour, 41, 'on'],
      [2.9 * hour, 44, 'on'],
      [2.8 * hour, 47, 'off'],
      [5 * minute, 45, 'off'],
    ] as const) {
      await tank.push(level, { pump_status, recorded_at: new Date(now - ago).toISOString() });
    }
    const { page, ...visitor } = await openTank(server, tank);
    const range = (name: string) => page.getByRole('button', { name, exact: true });
    const extreme = (name: string, level: string) =>
      page.locator('.tank-summary > div', { hasText: name }).getByText(level).waitFor();
    await extreme('Lowest', '41 %');
    await extreme('Highest', '47 %');
    await page.getByText('Pump running').waitFor();
    await page.getByText('A gap: nothing was heard').waitFor();
    await range('7 days').click();
    await extreme('Highest', '93 %');
    await range('30 days').click();
    await extreme('Lowest', '12 %');
    await range('90 days').click();
    await extreme('Highest', '97 %');
    await extreme('Now', '45 %');
    await range('24 hours').click();
    await extreme('Highest', '47 %');

    await page.locator('.u-over').scrollIntoViewIfNeeded();
    const place = await page.locator('.u-over').boundingBox();
    assert.ok(place);
    const picked = page.locator('.tank-picked', { hasText: '45 % · 4,500 L' });
    // A busy Chromium may report late where its mouse rests, which replaces the finger's position.
    for (let tries = 1; !(await picked.isVisible()); tries += 1) {
      assert.ok(tries <= 10, 'no reading is shown where the finger is');
      await page.touchscreen.tap(place.x + place.width - 2, place.y + place.height / 2);
      await picked.waitFor({ timeout: 3000 }).catch(() => undefined);
    }
    visitor.assertClean();
    await visitor.close();
  });

  it('reads its chart by keys, aloud and beneath it', async () => {
    const tank = await newTank(server);
    const now = Date.now();
    // Three of them share a pixel of the chart.
    const levels = [61, 58, 55, 52, 49];
    for (const [index, level] of levels.entries()) {
      const recorded_at = new Date(now - (levels.length - index) * minute).toISOString();
      await tank.push(level, { recorded_at });
    }
    const { page, ...visitor } = await openTank(server, tank);
    const slider = page.getByRole('slider', { name: 'Readings of the chart' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Home');
    await page.locator('.tank-picked').getByText('61 %').waitFor();
    for (const level of levels.slice(1)) {
      await page.keyboard.press('ArrowRight');
      await page.locator('.tank-picked').getByText(`${level} %`).waitFor();
      assert.match((await slider.getAttribute('aria-valuetext')) ?? '', new RegExp(`${level}\\s%`));
    }
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('chooses among the sensors of a device by its address', async () => {
    const tank = await newTank(server);
    await tank.push(64);
    await tank.push(31, { sensor_name: 'ground tank' });
    const { page, ...visitor } = await openTank(server, tank);
    await gauge(page, /64 %/).waitFor();
    await page.getByRole('link', { name: 'ground tank' }).click();
    await gauge(page, /31 %/).waitFor();
    assert.match(page.url(), /\?sensor=ground%20tank$/);
    await page.goto(`${tank.path}?sensor=cellar`);
    await page.getByText('This device has no sensor “cellar”. You see “main”.').waitFor();
    await gauge(page, /64 %/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('helps where there is no such tank, and where a device has sent nothing yet', async () => {
    const tank = await newTank(server);
    const stranger = await newTank(server);
    const { page, ...visitor } = await openTank(server, tank, { expects: /status of 404/ });
    await page.getByRole('heading', { name: 'No reading yet' }).waitFor();
    for (const id of [stranger.id, '999999', 'nonsense']) {
      await page.goto(`/tanks/${id}`);
      await page.getByRole('heading', { name: 'This tank is not among yours' }).waitFor();
      await page.getByText('You are signed in as').waitFor();
    }
    await visitor.assertAccessible();
    await page.getByRole('link', { name: 'To your tanks' }).click();
    await page.getByRole('heading', { name: 'Tanks' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});

const gauge = (page: Page, level: RegExp) =>
  page.getByRole('img', { name: /^Water level of/ }).and(page.getByRole('img', { name: level }));
