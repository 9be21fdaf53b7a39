import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const texts = {
  en: {
    banner: 'No connection. You see what was last known.',
    notKept: 'Not kept on this phone.',
    loading: /Loading/,
    unreachable: 'The server cannot be reached',
    online: 'Online',
    level: 'Level',
    pump: 'Pump control',
    later: '7 days',
  },
  sw: {
    banner: 'Hakuna mtandao. Unaona yaliyojulikana mwisho.',
    notKept: 'Haijahifadhiwa kwenye simu hii.',
    loading: /Inapakia/,
    unreachable: 'Seva haipatikani',
    online: 'Mtandaoni',
    level: 'Kiwango',
    pump: 'Kuendesha pampu',
    later: 'Siku 7',
  },
};

describeByTurns('sqlite', 'a tank while the phone has no network', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  for (const screen of inTurn(0, ['phone', 'laptop'] as const)) {
    for (const language of inTurn(1, ['en', 'sw'] as const)) {
      it(`is shown as last known, with one banner and nothing loading for ever (${screen}, ${language})`, async () => {
        const text = texts[language];
        const tank = await newTank(server);
        await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
        await tank.push(64);
        const { page, context, ...visitor } = await openTank(server, tank, {
          screen,
          language,
          hasWorker: true,
          expects: /ERR_INTERNET_DISCONNECTED|Failed to/,
        });
        await page.locator('.tank-chart canvas').waitFor();
        await page.getByText(text.online, { exact: true }).waitFor();
        await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
        await until(() => page.evaluate(() => localStorage.getItem('kisima.tanks') !== null));
        // Through the service worker, which keeps what comes.
        await page.reload();
        await page.locator('.tank-chart canvas').waitFor();

        await context.setOffline(true);
        await page.getByText(text.banner).waitFor();
        // What was seen stays; what is asked for now is not there, and nothing old in its place.
        await page.locator('.tank-chart canvas').waitFor();
        await page.getByRole('button', { name: text.later, exact: true }).click();
        await page.locator('.tank-history').getByText(text.notKept).waitFor();
        assert.equal(await page.locator('.tank-chart').count(), 0);
        await page.reload();
        await page.getByText(text.banner).waitFor();
        await page.getByText('64 %').first().waitFor();
        for (const title of [text.level, text.pump]) {
          const part = page.locator('section', {
            has: page.getByRole('heading', { name: title, exact: true }),
          });
          await part.getByText(text.notKept).waitFor();
        }
        assert.equal(await page.getByText(text.banner).count(), 1);
        assert.equal(await page.getByText(text.loading).count(), 0);
        assert.equal(await page.getByText(text.unreachable).count(), 0);
        assert.equal(await page.getByText(text.online, { exact: true }).count(), 0);
        await visitor.assertAccessible();
        await visitor.assertFits();
        // What is asked for now is not there either.
        await page.getByRole('button', { name: text.later, exact: true }).click();
        await page.getByText(text.notKept).first().waitFor();
        assert.equal(await page.getByText(text.unreachable).count(), 0);

        await page.goto('/');
        await page.locator('.tank-card').waitFor();
        await page.getByText(text.banner).waitFor();
        assert.equal(await page.getByText(text.online, { exact: true }).count(), 0);
        await visitor.assertAccessible();

        // It comes by itself with the network.
        await page.goto(tank.path);
        await page.getByText(text.notKept).first().waitFor();
        await context.setOffline(false);
        await page.locator('.tank-chart canvas').waitFor();
        await page.getByText(text.online, { exact: true }).waitFor();
        assert.equal(await page.getByText(text.notKept).count(), 0);
        visitor.assertClean();
        await visitor.close();
      });

      it(`has its choices of alerts and reports folded on a phone, open on a laptop (${screen}, ${language})`, async () => {
        const tank = await newTank(server);
        const { token } = tank;
        await server.request('PUT', '/api/me', { token, json: { language } });
        await tank.push(64);
        const { page, ...visitor } = await openTank(server, tank, { screen, language });
        for (const [path, field] of [
          ['/alerts', 'severity'],
          ['/reports', 'kind'],
        ] as const) {
          await page.goto(path);
          const folded = page.locator('.folded');
          await folded.locator('summary').waitFor();
          const isOpen = screen === 'laptop';
          assert.equal(await folded.locator(`[name="${field}"]`).isVisible(), isOpen, path);
          await visitor.assertAccessible();
          await visitor.assertFits();
          if (!isOpen) await folded.locator('summary').click();
          await folded.locator(`[name="${field}"]`).waitFor();
          await visitor.assertAccessible();
          await visitor.assertFits();
        }
        // What is chosen is told where it is folded.
        const yours = language === 'en' ? 'Your tank' : 'Tangi lako';
        assert.match(
          (await page.locator('.folded summary').textContent()) ?? '',
          new RegExp(yours),
        );
        visitor.assertClean();
        await visitor.close();
      });
    }
  }
});
