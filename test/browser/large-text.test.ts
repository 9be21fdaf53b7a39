import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Visitor, visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { brokenWords, setTextSize } from '../helpers/browser/text-size.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('postgres', 'a phone with text twice as large', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const open = async (path: string, language: 'en' | 'sw'): Promise<Visitor> => {
    const tank = await newTank(server);
    await tank.push(15, { pump_status: 'off' });
    await server.request('PUT', '/api/me', { token: tank.token, json: { language } });
    const visitor = await visit(server.url, { language, hasWorker: true });
    await signInAs(visitor.page, tank.token);
    await visitor.page.goto(path);
    return visitor;
  };

  for (const language of inTurn(0, ['en', 'sw'] as const)) {
    it(`leaves room to read while there is no connection, in ${language}`, async () => {
      const { page, ...visitor } = await open('/', language);
      await page.locator('.tank-card').waitFor();
      await setTextSize(page, '200%');
      await page.context().setOffline(true);
      const banner = page.locator('.banner');
      await banner.waitFor();
      const screen = page.viewportSize()?.height ?? 0;
      const { height = screen } = (await banner.boundingBox()) ?? {};
      assert.ok(height <= screen / 5, `${height} px of ${screen} are the banner`);
      // At the end of a page its last line stands above the banner.
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
      const last = await page.locator('.tank-card').last().boundingBox();
      const foot = await page.locator('.foot').boundingBox();
      assert.ok(last && foot);
      assert.ok(last.y + last.height <= foot.y, 'the last card is whole');
      await visitor.assertAccessible();
      await visitor.assertFits();
      await visitor.close();
    });
  }

  it('keeps the words of the title of a dialog whole', async () => {
    const { page, ...visitor } = await open('/alerts', 'sw');
    await page.getByRole('button', { name: 'Ongeza tahadhari yako' }).click();
    await page.getByRole('dialog').waitFor();
    await setTextSize(page, '200%');
    assert.deepEqual(await brokenWords(page), []);
    await visitor.assertFits();
    visitor.assertClean();
    await visitor.close();
  });
});
