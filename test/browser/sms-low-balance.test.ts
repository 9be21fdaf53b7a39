import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { updateRole } from '../../src/accounts/queries.ts';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import {
  describeByTurns,
  startTestServer,
  type TestServer,
} from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import {
  type AfricasTalkingPeer,
  startAfricasTalkingPeer,
} from '../helpers/smsc/africas-talking-peer.ts';
import { until } from '../helpers/until.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const readers = [
  {
    view: { screen: 'phone', theme: 'light', language: 'sw' },
    tell: 'Niarifu',
    limit: 'Kredi zilizobaki',
    save: 'Weka kikomo',
    saved: 'Imehifadhiwa.',
    fallen: 'Kredi zako zimeshuka hadi kikomo ulichoweka, 24.',
    balance: /Salio huko: KES 150[.,]5/,
    low: 'Linakaribia kuisha',
  },
  {
    view: { screen: 'laptop', theme: 'dark', language: 'en' },
    tell: 'Tell me',
    limit: 'Credits left',
    save: 'Set the limit',
    saved: 'Saved.',
    fallen: 'Your credits have fallen to the limit that you set, 24.',
    balance: /Balance there: KES 150\.5/,
    low: 'Low',
  },
] as const;

describeByTurns('sqlite', 'balances that run low in a browser', (engine) => {
  let peer: AfricasTalkingPeer;
  let server: TestServer;
  before(async () => {
    peer = await startAfricasTalkingPeer();
    peer.sayBalance('KES 150.5000');
    const env = { AT_USERNAME: peer.username, AT_API_KEY: peer.apiKey, AT_URL: peer.url };
    server = await startTestServer({
      engine,
      isTimed: true,
      env: { ...env, SMS_TRIAL_SENDS: 'real' },
    });
  });
  after(async () => {
    await server.stop();
    await peer.close();
  });

  for (const { view, tell, limit, save, saved, fallen, balance, low } of inTurn(1, readers)) {
    it(`are set, told and shown on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      await updateRole(server.db.write, owner.email, 'admin');
      const { token } = owner;
      await server.request('PUT', '/api/me', { token, json: { language: view.language } });
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/settings');
      await page.getByLabel(tell).check();
      await page.getByLabel(limit).fill('24');
      await page.getByRole('button', { name: save }).click();
      await page.getByText(saved).waitFor();
      await assertGood(visitor);
      const json = { to: '0712345678', message: 'Maji yamerudi' };
      assert.equal((await owner.call('POST', '/sms/send', { json })).status, 200);
      await page.goto('/sms');
      await page.getByText(fallen).waitFor();
      await assertGood(visitor);
      await until(async () => {
        const { text } = await server.request('GET', '/v1/admin/providers', { token });
        return text.includes('150.5') || undefined;
      });
      await page.goto('/sms/admin');
      await page.getByText(balance).waitFor();
      await page.getByText(low, { exact: true }).waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }
});
