import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { learnHabits } from '../../src/water/insights/forecast/habit-loop.ts';
import { newTank, openTank, type TestTank } from '../helpers/browser/tank-screen.ts';
import { brokenWords, elementsBeyond, setTextSize } from '../helpers/browser/text-size.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { copyReadings } from '../helpers/water/copy-readings.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const texts = {
  en: {
    empty: /^Empty in about \d+ days, between [\d.]+ and \d+$/,
    water: 'Water use',
    leak: /running away$/,
    slider: 'Day of the chart',
    used: /^[\d,]+\sL used/,
    refills: 'Refills',
    more: 'Source and receipt',
    add: 'Add a tanker’s receipt',
    litres: 'Litres on the receipt',
    keep: 'Keep the receipt',
    less: /\sL less than was paid for/,
    remove: 'Delete',
    source: 'Where the water came from',
    tanker: 'Tanker',
    days: '30 days',
    busiest: /^Most is used from/,
    sensor: 'The sensor',
  },
  sw: {
    empty: /^Yataisha baada ya siku \d+ hivi, kati ya [\d.]+ na \d+$/,
    water: 'Matumizi',
    leak: /yanavuja$/,
    slider: 'Siku ya chati',
    used: /^Matumizi lita\s[\d,]+/,
    refills: 'Maji yaliyoingia',
    more: 'Chanzo na risiti',
    add: 'Ongeza risiti ya lori la maji',
    litres: 'Lita kwenye risiti',
    keep: 'Hifadhi risiti',
    less: /^Pungufu kwa .* kuliko uliyolipia/,
    remove: 'Futa',
    source: 'Maji yalikotoka',
    tanker: 'Lori la maji',
    days: 'Siku 30',
    busiest: /^Matumizi makubwa ni kati ya/,
    sensor: 'Kihisi',
  },
} as const;

describeByTurns('postgres', 'the water of a tank', (engine) => {
  let server: TestServer;
  /** Tank whose readings each test uses. */
  let filled: TestTank;
  before(async () => {
    const env = { PUSH_BURST_PER_DEVICE: '2000' };
    server = await startTestServer({ engine, isTimed: true, env });
    filled = await newTank(server);
    await fillHistory(filled);
  });
  after(() => server.stop());
  const newFilledTank = async () => {
    const tank = await newTank(server);
    await copyReadings(server.db, filled.id, tank.id);
    return tank;
  };

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    it(`is told on a phone: use, refills, leak, forecast and sensor (${language})`, async () => {
      const say = texts[language];
      const tank = await newFilledTank();
      await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
      const theme = language === 'en' ? 'light' : 'dark';
      const { page, ...visitor } = await openTank(server, tank, { language, theme });
      await page.locator('.tank-now').getByText(say.empty).waitFor();
      await page.getByRole('link', { name: say.water, exact: true }).click();
      await page.getByRole('heading', { name: say.leak }).waitFor();
      await page.getByText(say.empty).waitFor();
      await page.locator('p').getByText(say.busiest).waitFor();
      await page.getByRole('heading', { name: say.sensor, exact: true }).waitFor();

      const slider = page.getByRole('slider', { name: say.slider });
      await slider.focus();
      const today = await page.locator('.water-picked h3').textContent();
      await page.keyboard.press('ArrowLeft');
      await page.locator('.water-picked').getByText(say.used).waitFor();
      assert.notEqual(await page.locator('.water-picked h3').textContent(), today);
      await touchFirstDay(page);
      assert.equal(await slider.inputValue(), '0');

      const refills = page.locator('section', {
        has: page.getByRole('heading', { name: say.refills, exact: true }),
      });
      await refills.locator('.water-refills > li').first().waitFor();
      assert.equal(await refills.locator('.water-refills > li').count(), 1);
      await refills.getByText(say.more).click();
      await refills.getByRole('button', { name: say.add }).click();
      await page.getByLabel(say.litres).fill('6000');
      await visitor.assertAccessible();
      await page.getByRole('button', { name: say.keep }).click();
      await refills.getByText(say.less).waitFor();
      await refills.getByRole('button', { name: say.remove }).click();
      await page.getByRole('dialog').getByRole('button', { name: say.remove, exact: true }).click();
      await refills.getByText(say.less).waitFor({ state: 'detached' });
      await refills.getByLabel(say.source).selectOption(say.tanker);
      await refills.locator('.tag', { hasText: say.tanker }).waitFor();

      await page.getByRole('button', { name: say.days, exact: true }).click();
      await refills.locator('.water-refills > li').nth(1).waitFor();
      // The days of before are pale until the new ones have come.
      await page.locator('.tank-old').first().waitFor({ state: 'detached' });
      await visitor.assertAccessible();
      await visitor.assertFits();
      await setTextSize(page, '200%');
      assert.deepEqual([...(await elementsBeyond(page)), ...(await brokenWords(page))], []);
      visitor.assertClean();
      await visitor.close();
    });
  }

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    it(`lasts on the home screen as long as on its own (${language})`, async () => {
      const tank = await newFilledTank();
      const lasts = language === 'en' ? /^Empty in about/ : /^Yataisha baada ya/;
      const learn = { db: server.db, clock: Date.now };
      await learnHabits(learn, new AbortController().signal);
      await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
      const home = await openTank(server, { ...tank, path: '/' }, { language });
      const told = home.page.locator('.tank-card').getByText(lasts);
      await told.waitFor();
      const sentence = (await told.textContent()) ?? '';
      home.assertClean();
      await home.assertFits();
      await home.page.locator('.tank-card').click();
      await home.page.locator('.tank-forecast').getByText(sentence, { exact: true }).waitFor();
      await home.close();
      // Also if the screen is opened directly.
      const { page, ...visitor } = await openTank(server, tank, { language });
      await page.locator('.tank-forecast').getByText(sentence, { exact: true }).waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('tells a leak in shillings once it is known what water costs', async () => {
    const tank = await newFilledTank();
    const { page, ...visitor } = await openTank(server, tank, { screen: 'laptop' });
    await page.goto(`${tank.path}/water`);
    await page.getByText(/^About \d+\sL a day, [\d,]+\sL a month$/).waitFor();
    await page.getByRole('link', { name: 'Say what water costs you' }).click();
    await page.getByLabel('1,000 litres of water cost').fill('150');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${tank.path}/water`);
    await page.getByText(/^About \d+\sL a day: [\d,]+\sL and [\d,]+ shillings a month$/).waitFor();
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('says whether water lasts until it comes again, once it is stated when that is', async () => {
    const tank = await newFilledTank();
    const { page, ...visitor } = await openTank(server, tank);
    await page.goto(`/devices/${tank.id}`);
    const supply = page.locator('#supply');
    await supply.getByRole('button', { name: 'Set the times' }).click();
    // A day ahead, by the clock of Nairobi: it is neither on now nor past what water there is.
    const soon = new Date(Date.now() + 3 * hour + day);
    const weekday = soon.toUTCString().slice(0, 3);
    const time = soon.toISOString().slice(11, 14);
    await supply.getByRole('button', { name: weekday }).click();
    await supply.getByLabel('From').fill(`${time}00`);
    await supply.getByLabel('Until').fill(`${time}30`);
    await supply.getByRole('button', { name: 'Save', exact: true }).click();
    await supply.getByText(`${weekday}: ${time}00 to ${time}30`).waitFor();
    await page.goto(tank.path);
    await page.getByText(/^(Lasts|Should last) until water comes again/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('says when there will be something to tell, and nothing of leaks where there is none', async () => {
    const tank = await newTank(server);
    await tank.push(64);
    const { page, ...visitor } = await openTank(server, tank);
    await page.goto(`${tank.path}/water`);
    await page.getByText(/^After two days of readings it stands here how long/).waitFor();
    await page.getByText(/^After two days of readings it stands here at which hours/).waitFor();
    await page.getByText(/^What the sensor is worth stands here after a day/).waitFor();
    await page.getByText(/^No water came in within 7 days/).waitFor();
    // One reading has no use: its chart has no scale.
    const marks = await page.locator('.day-chart text[text-anchor=end]').allTextContents();
    assert.deepEqual(marks, ['0\u00a0L']);
    const days = page.locator('.day-chart text[text-anchor=middle]');
    const [chart, last] = [
      await page.locator('.day-chart').first().boundingBox(),
      await days.last().boundingBox(),
    ];
    assert.ok(
      chart && last && last.x + last.width <= chart.x + chart.width,
      'the last day is whole',
    );
    // Half of two readings may be suspect: that is no fault of a sensor yet.
    await tank.push(12);
    await page.reload();
    await page.getByText('1 (50\u00a0%)').waitFor();
    assert.equal(await page.getByText(/cannot be believed/).count(), 0);
    assert.equal(await page.getByRole('heading', { name: /running away/ }).count(), 0);
    await visitor.assertAccessible();
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });

  it('says day by day what was used and refilled, in litres', async () => {
    const tank = await newTank(server);
    const now = Date.now();
    // From 80 % down to 60, and up to 90, no faster than water goes; each level stands for a while.
    for (let at = 0; at < 115; at += 1) {
      const fallen = Math.min(20, Math.max(0, at - 25));
      const risen = Math.min(30, Math.max(0, 1.5 * (at - 70)));
      const recorded_at = new Date(now - (115 - at) * minute).toISOString();
      await tank.push(80 - fallen + risen, { recorded_at });
    }
    const { page, ...visitor } = await openTank(server, tank);
    await page.goto(`${tank.path}/water`);
    const total = page.getByRole('table').getByRole('row', { name: /^In all/ });
    await total.waitFor();
    const [used, refilled] = await total.getByRole('cell').allInnerTexts();
    // As exact as a filtered level is.
    assert.match(used ?? '', /^(1,9|2,0)\d\d\u00a0L$/);
    assert.match(refilled ?? '', /^(2,9|3,0)\d\d\u00a0L$/);
    await page.getByRole('button', { name: '90 days', exact: true }).click();
    await page
      .getByText('What went out of the tank and came into it, for 90 days. A refill over midnight')
      .waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});

/** Ten days, a reading each 20 minutes: less is used at night but never nothing, and twice water came. */
async function fillHistory(tank: TestTank): Promise<void> {
  const now = Date.now();
  const step = 20 * minute;
  let level = 70;
  for (let ago = 10 * day; ago >= 0; ago -= step) {
    const at = now - ago;
    const hourInNairobi = (at / hour + 3) % 24;
    const isNight = hourInNairobi < 5 || hourInNairobi >= 22;
    const isFilling = [8.5, 3.5].some((days) => ago <= days * day && ago > days * day - 2 * hour);
    level += ((isFilling ? 20 : isNight ? -0.15 : -0.6) * step) / hour;
    await tank.push(Math.round(level * 100) / 100, { recorded_at: new Date(at).toISOString() });
  }
}

async function touchFirstDay(page: Page): Promise<void> {
  const chart = page.locator('.day-chart');
  await chart.scrollIntoViewIfNeeded();
  const place = await chart.boundingBox();
  assert.ok(place);
  await page.touchscreen.tap(place.x + 70, place.y + place.height / 2);
}
