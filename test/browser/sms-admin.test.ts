import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { updateRole } from '../../src/accounts/queries.ts';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { assertGood, confirm, views, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, startTestServer, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner, type SmsOwner } from '../helpers/sms/sms-account.ts';
import { newNumbers } from '../helpers/sms/sms-caller.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const suspensions = [
  {
    screen: 'laptop',
    language: 'en',
    words: {
      search: 'E-mail begins with',
      suspend: (email: string) => `Suspend ${email}`,
      reason: 'Reason',
      confirm: 'Suspend',
      suspended: 'Suspended',
      resume: (email: string) => `Let go ${email}`,
      letGo: 'Let go',
      sought: 'What is sought',
      find: 'Find',
      texts: 'Show the texts',
      did: (email: string) => `${email} was let send again`,
    },
  },
  {
    screen: 'phone',
    language: 'sw',
    words: {
      search: 'Barua pepe huanza na',
      suspend: (email: string) => `Simamisha ${email}`,
      reason: 'Sababu',
      confirm: 'Simamisha',
      suspended: 'Imesimamishwa',
      resume: (email: string) => `Ruhusu ${email}`,
      letGo: 'Ruhusu',
      sought: 'Kinachotafutwa',
      find: 'Tafuta',
      texts: 'Onyesha maandishi',
      did: (email: string) => `${email} iliruhusiwa kutuma tena`,
    },
  },
] as const;

describeByTurns('postgres', 'administration of SMS in a browser', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  let admin: SmsOwner;
  before(async () => {
    admin = await newSmsOwner(server);
    await updateRole(server.db.write, admin.email, 'admin');
  });

  it('says how the ways to phones are in the words of the reader', async () => {
    const inLanguage = (language: 'en' | 'sw') =>
      server.request('PUT', '/api/me', { token: admin.token, json: { language } });
    await inLanguage('sw');
    const visitor = await visitAs(server, admin, { language: 'sw' });
    const { page } = visitor;
    await page.goto('/sms/admin');
    await page.getByText('hakitumi kitu, hurudisha taarifa za kila ujumbe').waitFor();
    await inLanguage('en');
    visitor.assertClean();
    await visitor.close();
  });

  for (const view of inTurn(0, views)) {
    it(`finds an account, grants credits and gives a sender on a ${view.screen}`, async () => {
      const { email, token } = await registerUser(server, {
        email: `asha-${view.screen}@example.com`,
      });
      const visitor = await visitAs(server, admin, { ...view, expects: /ERR_FAILED/ });
      const { page } = visitor;
      await page.goto('/sms/admin');
      const providers = page.getByRole('region', { name: 'Ways to phones' });
      await providers.getByText('simulator').waitFor();
      await providers.getByText('Up', { exact: true }).waitFor();
      await page.getByLabel('E-mail begins with').fill(`ASHA-${view.screen}`);
      await page
        .getByRole('main')
        .getByText(admin.email, { exact: true })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: `Grant credits to ${email}` }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Credits').fill('100');
      await dialog.getByLabel('Note').fill('M-Pesa QK7');
      await assertGood(visitor);

      // The server grants, and its answer gets lost on the way.
      await page.route('**/v1/admin/credits', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await dialog.getByRole('button', { name: 'Grant credits' }).click();
      await dialog.getByText('The server cannot be reached.').waitFor();
      await page.unroute('**/v1/admin/credits');
      await confirm(page, 'Grant credits');
      await page.getByText(`${email} was given 100 credits and has 125 now.`).waitFor();
      await page.getByText('125 left · 0 used · 125 granted').waitFor();
      const account = await server.request('GET', '/v1/account', { token });
      assert.equal((account.body as { balance: number }).balance, 125);

      await page.getByRole('button', { name: `Grant credits to ${email}` }).click();
      await dialog.getByLabel('Credits').fill('30');
      await dialog.getByRole('button', { name: 'Take back' }).click();
      await page.getByText(`30 credits were taken back from ${email}, which has 95 now.`).waitFor();
      await page.getByText('95 left · 0 used · 95 granted').waitFor();

      const sender = `Kisima ${view.screen.slice(0, 3)}`;
      await page.getByLabel('Sender id or code').fill(sender);
      await page.getByLabel('E-mail', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Give' }).click();
      await page.getByText(`${sender} now belongs to ${email}.`).waitFor();
      await assertGood(visitor);
      await page.getByRole('button', { name: `Take back ${sender}` }).click();
      await confirm(page, 'Take back');
      await page.getByText('No account has a sender of its own.').waitFor();

      await page.reload();
      const audit = page.getByRole('region', { name: 'What administrators did' });
      await audit.getByText(`${sender} was taken back from ${email}`).waitFor();
      await audit.getByText(`${sender} was given to ${email}`).waitFor();
      await audit.getByText(`30 credits were taken back from ${email}`).waitFor();
      await audit.getByText(`${email} was given 100 credits (M-Pesa QK7)`).waitFor();
      await audit.getByText(`${admin.email}, from 127.0.0.1`).first().waitFor();
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });
  }

  for (const { screen, language, words } of inTurn(0, suspensions)) {
    it(`suspends an account, lets it go and finds its message on a ${screen} in ${language}`, async () => {
      const owner = await newSmsOwner(server);
      await owner.call('GET', '');
      const speak = (token: string, chosen: 'en' | 'sw') =>
        server.request('PUT', '/api/me', { token, json: { language: chosen } });
      for (const { token } of [admin, owner]) await speak(token, language);
      const visitor = await visitAs(server, admin, { screen, language });
      const { page } = visitor;
      await page.goto('/sms/admin');
      await page.getByLabel(words.search).fill(owner.email);
      await page.getByRole('button', { name: words.suspend(owner.email), exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(words.reason).fill('The bill of May is open.');
      await assertGood(visitor);
      await confirm(page, words.confirm);
      await page.getByText(words.suspended, { exact: true }).waitFor();
      await assertGood(visitor);

      const theirs = await visitAs(server, owner, { screen, language });
      await theirs.page.goto('/sms');
      await theirs.page.getByText('“The bill of May is open.”').waitFor();
      await assertGood(theirs);
      theirs.assertClean();
      await theirs.close();

      await page.getByRole('button', { name: words.resume(owner.email), exact: true }).click();
      await confirm(page, words.letGo);
      await page.getByText(words.suspended, { exact: true }).waitFor({ state: 'detached' });
      const [to] = newNumbers(1);
      await owner.call('POST', '/sms/send', { json: { to, message: 'PIN 4711' } });
      await page.getByLabel(words.sought).fill(to ?? '');
      await page.getByRole('button', { name: words.find, exact: true }).click();
      await page.getByText(`· ${owner.email}`).waitFor();
      assert.equal(await page.getByText('PIN 4711').count(), 0);
      await page.getByRole('button', { name: words.texts }).click();
      await page.getByText('PIN 4711').waitFor();
      await assertGood(visitor);

      await page.reload();
      await page.getByText(words.did(owner.email)).waitFor();
      for (const { token } of [admin, owner]) await speak(token, 'en');
      visitor.assertClean();
      await visitor.close();
    });
  }

  it("tells the operator where Africa's Talking is to report", async () => {
    // Nothing is sent here, so nobody need listen at that address.
    const env = { AT_USERNAME: 'kisima', AT_API_KEY: 'test', AT_URL: 'http://127.0.0.1:9' };
    const own = await startTestServer({ engine, isTimed: true, env });
    const operator = await newSmsOwner(own);
    await updateRole(own.db.write, operator.email, 'admin');
    const visitor = await visitAs(own, operator, {});
    const { page } = visitor;
    await page.goto('/sms/admin');
    await page.getByText(`${own.url}/v1/callbacks/africas-talking/`).first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 3);
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
    await own.stop();
  });

  it('is not there for anybody else', async () => {
    const visitor = await visitAs(server, await newSmsOwner(server), {});
    const { page } = visitor;
    await page.goto('/sms');
    await page.getByText('25 credits left').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Administration' }).count(), 0);
    await page.goto('/sms/admin');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
