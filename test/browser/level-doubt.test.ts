import { it } from 'node:test';
import { minuteMs } from '../../src/kit/time/units.ts';
import { newTank, openTank, type TestTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const said = {
  en: {
    fall: /^In doubt: waits for 4 more readings, until \d\d:\d\d at least/,
    why: /^It fell from 60.% faster than any outlet lets out\./,
    after: /^In doubt: waits for 3 more readings, until/,
    zero: /^In doubt: waits for 1 more reading, until .{6,} at least/,
  },
  sw: {
    fall: /^Kina shaka: kinasubiri vipimo 4 zaidi, angalau hadi \d\d:\d\d/,
    why: /^Kilishuka kutoka 60.%/,
    after: /^Kina shaka: kinasubiri vipimo 3 zaidi/,
    zero: /^Kina shaka: kinasubiri kipimo 1 zaidi/,
  },
};

describeByTurns('sqlite', 'a level in doubt', (engine) => {
  const server = useTestServer({ engine, isTimed: true, env: { PUSH_BURST_PER_DEVICE: '2000' } });

  /** Readings each minute up to now. */
  async function pushLevels(tank: TestTank, levels: readonly number[]) {
    for (const [index, level] of levels.entries()) {
      const ago = (levels.length - 1 - index) * minuteMs;
      const recorded_at = new Date(Date.now() - ago).toISOString();
      await tank.push(level, { recorded_at });
    }
  }

  const still = Array.from({ length: 40 }, (_, index) => 60 + 0.1 * (index % 3));

  for (const [language, screen] of inTurn(0, [
    ['en', 'phone'],
    ['sw', 'laptop'],
    ['sw', 'phone'],
  ] as const)) {
    it(`says what it waits for, on a ${screen} (${language})`, async () => {
      const tank = await newTank(server);
      await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
      await pushLevels(tank, [...still, 4, 4]);
      const { page, ...visitor } = await openTank(server, tank, { language, screen });
      page.setDefaultTimeout(20_000);
      const words = said[language];
      await page.locator('main').getByText(words.fall).waitFor();
      await page.getByText(words.why).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await tank.push(4.1);
      await page.getByText(words.after).waitFor();
      await tank.push(60);
      await page.getByText(words.after).waitFor({ state: 'detached' });
      await page.goto('/');
      await page.locator('.tank-card').waitFor();
      // What was kept of the tank is shown until it is asked for anew.
      await page.locator('.tank-doubt').waitFor({ state: 'detached' });
      await tank.push(0);
      await page.locator('.tank-doubt').getByText(words.zero).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      visitor.assertClean();
      await visitor.close();
    });
  }
});
