import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { chart, newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const hour = 3_600_000;
const day = 24 * hour;

const texts = {
  en: {
    zone: 'In East Africa Time (Africa/Nairobi).',
    earlier: 'Earlier',
    later: 'Later',
    day: 'Day',
    touch: 'Touch the chart to read it.',
    mouse: 'Point at the chart to read it, or step through it with the arrow keys.',
    touchDay: 'Touch a day to read it.',
    mouseDay: 'Point at a day to read it.',
    highest: 'Highest',
    litres: (amount: string) => `${amount} L`,
    none: 'Nothing was read in this time.',
  },
  sw: {
    zone: 'Kwa Saa za Afrika Mashariki (Africa/Nairobi).',
    earlier: 'Nyuma',
    later: 'Mbele',
    day: 'Siku',
    touch: 'Gusa chati uisome.',
    mouse: 'Elekeza kipanya kwenye chati uisome, au ipitie kwa vitufe vya mshale.',
    touchDay: 'Gusa siku uisome.',
    mouseDay: 'Elekeza kipanya kwenye siku uisome.',
    highest: 'Cha juu',
    litres: (amount: string) => `lita ${amount}`,
    none: 'Hakuna kilichopimwa kwa muda huu.',
  },
};

/** Calendar day in Nairobi, which has no summer time. */
const dayAt = (instant: number) => new Date(instant + 3 * hour).toISOString().slice(0, 10);

describeByTurns('postgres', 'the chart of a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const screen of inTurn(1, ['phone', 'laptop'] as const)) {
    for (const language of inTurn(0, ['en', 'sw'] as const)) {
      it(`has round litres, the account's time zone, and any day (${screen}, ${language})`, async () => {
        const text = texts[language];
        const tank = await newTank(server);
        const { token } = tank;
        const json = { device_id: tank.id, sensor_name: 'main', capacity: 2300 };
        await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
        await server.request('PUT', '/api/me', { token, json: { language } });
        const now = Date.now();
        // Nine days ago it stood high, since yesterday low.
        const long = now - 9 * day;
        for (const [at, level] of [
          [long - 10 * 60_000, 91],
          [long, 90],
          [now - 20 * 60_000, 31],
          [now - 10 * 60_000, 30],
        ] as const) {
          await tank.push(level, { recorded_at: new Date(at).toISOString() });
        }
        const { page, ...visitor } = await openTank(server, tank, { screen, language });
        await keepCanvasText(page);
        await page.reload();
        await chart(page).waitFor();
        await until(async () => (await canvasText(page)).includes(text.litres('2,000')));
        const drawn = await canvasText(page);
        for (const mark of ['0', '500', '1,000', '1,500', '2,000'])
          assert.ok(drawn.includes(text.litres(mark)), `${drawn}`);
        assert.equal(drawn.includes('75 %'), screen === 'laptop', `${drawn}`);
        await page.getByText(text.zone).waitFor();
        await page.getByText(screen === 'phone' ? text.touch : text.mouse).waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();

        const later = page.getByRole('button', { name: text.later, exact: true });
        assert.ok(await later.isDisabled());
        const date = page.getByLabel(text.day, { exact: true });
        assert.equal(await date.inputValue(), dayAt(Date.now()));
        await date.fill(dayAt(long));
        const highest = page.locator('.tank-summary div', { hasText: text.highest });
        await highest.getByText(/^9[01]/).waitFor();
        await page.locator('.tank-old').waitFor({ state: 'detached' });
        await visitor.assertAccessible();
        await visitor.assertFits();
        await page.getByRole('button', { name: text.earlier, exact: true }).click();
        await until(async () => (await date.inputValue()) < dayAt(long));
        await later.click();
        await highest.getByText(/^9[01]/).waitFor();

        await page.goto(`${tank.path}/water`);
        await page.getByText(screen === 'phone' ? text.touchDay : text.mouseDay).waitFor();
        visitor.assertClean();
        await visitor.close();
      });
    }
  }

  it('names the pointer that is there, also where it changes', async () => {
    const tank = await newTank(server);
    await tank.push(64);
    const { page, ...visitor } = await openTank(server, tank, { screen: 'phone' });
    await page.getByText(texts.en.touch).waitFor();
    await page.mouse.move(180, 20);
    await page.getByText(texts.en.mouse).waitFor();
    // One that moves in the very moment in which the hint is there is seen, too.
    await page.addInitScript(`
      const once = new MutationObserver(() => {
        if (!document.body?.textContent.includes(${JSON.stringify(texts.en.touch)})) return;
        once.disconnect();
        dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
      });
      once.observe(document, { childList: true, subtree: true });
    `);
    await page.reload();
    await page.getByText(texts.en.mouse).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});

/** Notes what canvases are told to write, from the next load on. */
async function keepCanvasText(page: Page): Promise<void> {
  await page.addInitScript(`
    globalThis.written = new Set();
    const fillText = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      globalThis.written.add(text);
      return fillText.call(this, text, ...rest);
    };
  `);
}

async function canvasText(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>('[...globalThis.written]');
  return found.map((text) => text.replaceAll('\u00a0', ' '));
}
