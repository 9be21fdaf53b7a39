import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { launchBrowser } from '../helpers/browser/launch-browser.ts';
import { whyNoChromium } from '../helpers/browser/why-no-chromium.ts';

describe('the browser of the tests', () => {
  const given = process.env['CHROMIUM_PATH'];
  after(() => {
    if (given === undefined) delete process.env['CHROMIUM_PATH'];
    else process.env['CHROMIUM_PATH'] = given;
  });

  it('has a font, so that texts have a width', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<span style="font: 20px sans-serif">Tangi la juu</span>');
    const { width = 0 } = (await page.locator('span').boundingBox()) ?? {};
    assert.ok(width > 80 && width < 160, String(width));
    await browser.close();
  });

  it('says in a sentence why none starts, and what to do', async () => {
    assert.equal(await whyNoChromium(), undefined);
    process.env['CHROMIUM_PATH'] = '/no/such/browser';
    const why = (await whyNoChromium()) ?? '';
    assert.match(why, /^\/no\/such\/browser does not start .*CHROMIUM_PATH names another one\.$/);
  });
});
