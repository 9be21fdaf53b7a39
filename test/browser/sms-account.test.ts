import assert from 'node:assert/strict';
import { it } from 'node:test';
import { updateRole } from '../../src/accounts/queries.ts';
import { storeInbound } from '../../src/sms/inbound/store-inbound.ts';
import { assertGood, confirm, views, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, startTestServer, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { inTurn } from '../helpers/whole-suite.ts';

describeByTurns('sqlite', 'the SMS account in a browser', (engine) => {
  const server = useTestServer({
    engine,
    isTimed: true,
    env: { SMS_TRIAL_CREDITS: '2' },
  });

  it('says of messages that there are none yet, or that their text is no longer kept', async () => {
    for (const [language, noneYet, noneFits, gone] of [
      ['en', /^Nothing was sent yet/, /^No message fits/, 'The text is no longer kept.'],
      ['sw', /^Hakuna kilichotumwa/, /^Hakuna ujumbe/, 'Maandishi hayahifadhiwi tena.'],
    ] as const) {
      const owner = await newSmsOwner(server);
      const { token } = owner;
      await server.request('PUT', '/api/me', { token, json: { language } });
      const visitor = await visitAs(server, owner, { ...views[0], language });
      const { page } = visitor;
      await page.goto('/sms/messages');
      await page.getByText(noneYet).waitFor();
      await page.goto('/sms/messages?status=failed');
      await page.getByText(noneFits).waitFor();
      const json = { to: '0712345678', message: 'Maji yamerudi' };
      assert.equal((await owner.call('POST', '/sms/send', { json })).status, 200);
      // As retention leaves it.
      await server.db.write.updateTable('sms_messages').set({ body: null }).execute();
      for (const path of ['/sms', '/sms/messages']) {
        await page.goto(path);
        await page.getByText(gone).waitFor();
        await assertGood(visitor);
      }
      await visitor.close();
    }
  });

  for (const view of inTurn(1, views)) {
    it(`shows credits, what the simulator sent, and the ledger on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const send = async (message: string) => {
        const sent = await owner.call('POST', '/sms/send', { json: { to: '0712345678', message } });
        assert.equal(sent.status, 200, sent.text);
      };
      await send('Tank 3 is nearly empty');
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms');
      await page.getByText('1 credit left').waitFor();
      const outbox = page.getByRole('region', { name: "The simulator's outbox" });
      await outbox.getByText('Tank 3 is nearly empty').waitFor();
      await outbox.getByText('To 0712 345 678').waitFor();
      await page.getByRole('region', { name: 'Last changes' }).getByText('-1').waitFor();
      await assertGood(visitor);

      await send('And now it is empty');
      await page.reload();
      await page.getByText('0 credits left').waitFor();
      const alert = page.getByRole('alert');
      assert.match(
        (await alert.textContent()) ?? '',
        new RegExp(`nothing can be sent.*${owner.email}`),
      );

      const row = page.getByRole('navigation', { name: 'SMS screens' });
      await row.getByRole('link', { name: 'Credits' }).click();
      await page.getByRole('heading', { name: 'Credits', exact: true }).waitFor();
      await page.getByRole('cell', { name: '+2' }).waitFor();
      const link = page.getByRole('link', { name: /^Message \d+$/ }).first();
      assert.match((await link.getAttribute('href')) ?? '', /^\/sms\/messages\/\d+$/);
      const current = row.locator('[aria-current=page]');
      assert.equal(await current.textContent(), 'Credits');
      const { x = -1, width = 0 } = (await current.boundingBox()) ?? {};
      assert.ok(x >= 0 && x + width <= (page.viewportSize()?.width ?? 0), 'its link is in sight');
      await assertGood(visitor);
      visitor.assertClean();
      await visitor.close();
    });

    it(`makes a key that works until it is revoked on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/keys');
      await page.getByLabel('Name of the program').fill('Shop');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByRole('heading', { name: 'The key “Shop” is ready' }).waitFor();
      const key = (await page.locator('pre').first().textContent()) ?? '';
      const line = (await page.locator('pre').nth(1).textContent()) ?? '';
      assert.ok(line.startsWith(`curl ${server.url}/v1/sms/send`) && line.includes(key), line);
      const [, body = ''] = /-d '(.*)'$/.exec(line) ?? [];
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const send = () => fetch(`${server.url}/v1/sms/send`, { method: 'POST', headers, body });
      assert.equal((await send()).status, 200);
      await assertGood(visitor);

      await page.getByRole('button', { name: 'I have kept it' }).click();
      await page.reload();
      await page
        .getByText('used now')
        .or(page.getByText(/used \d+ seconds? ago/))
        .waitFor();
      assert.ok(!(await page.content()).includes(key));
      await page.getByRole('button', { name: 'Revoke the key Shop' }).click();
      await assertGood(visitor);
      await confirm(page, 'Revoke');
      await page.getByText('No program has a key yet.').waitFor();
      assert.equal((await send()).status, 403);
      visitor.assertClean();
      await visitor.close();
    });

    it(`keeps the list of who wants no promotions on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const phones = Array.from({ length: 60 }, (_, at) => `07330000${String(at + 10)}`);
      await owner.call('POST', '/opt-outs', { json: { phones } });
      const visitor = await visitAs(server, owner, view);
      const { page } = visitor;
      await page.goto('/sms/opt-outs');
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText('0733 000 069').waitFor();
      await page.getByLabel('Numbers to add').fill('0712 345 678, 12345');
      await page.getByRole('button', { name: 'Add to the list' }).click();
      await page.getByText('One number added.').waitFor();
      await page.getByText('is not a Kenyan mobile number').waitFor();
      assert.equal(await page.getByLabel('Numbers to add').inputValue(), '12345');
      await page.getByLabel('Search by number').fill('+254 712');
      await page.getByText('0733 000 010').waitFor({ state: 'detached' });
      await page.getByText('Added by you').waitFor();
      await assertGood(visitor);
      await page.getByRole('button', { name: 'Remove 0712 345 678' }).click();
      await confirm(page, 'Remove');
      await page.getByText('No such number is on the list.').waitFor();
      visitor.assertClean();
      await visitor.close();
    });

    it(`sets quiet hours and says what they mean on a ${view.screen}`, async () => {
      const owner = await newSmsOwner(server);
      const visitor = await visitAs(server, owner, { ...view, expects: /status of 400/ });
      const { page } = visitor;
      await page.goto('/sms/settings');
      await page.getByText('Promotions go at any hour.').waitFor();
      await page.getByText('You have none of your own').waitFor();
      await page.getByLabel('Keep quiet hours').check();
      await page.getByText('Promotions wait from 18:00 to 08:00 the next day.').waitFor();
      await page.getByLabel('From').fill('08:00');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('must differ from').first().waitFor();
      await page.getByLabel('From').fill('06:30');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await assertGood(visitor);
      await page.reload();
      await page.getByText('Promotions wait each day from 06:30 to 08:00.').waitFor();

      const promotional = page.getByRole('button', { name: 'Promotional' });
      await promotional.click();
      await page.locator('button[aria-pressed="true"]', { hasText: 'Promotional' }).waitFor();
      const smart = page.getByLabel('Send them as plain ones');
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
      await smart.check();
      await saved;
      await assertGood(visitor);
      await page.reload();
      await page.locator('button[aria-pressed="true"]', { hasText: 'Promotional' }).waitFor();
      assert.ok(await smart.isChecked());
      const { body } = await owner.call('GET', '/settings');
      const { default_class, smart_encoding } = body as Record<string, unknown>;
      assert.deepEqual([default_class, smart_encoding], ['promotional', true]);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('shows a Swahili reader what phones have written', async () => {
    const owner = await newSmsOwner(server);
    await updateRole(server.db.write, owner.email, 'admin');
    const { token, email } = owner;
    await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    await server.request('POST', '/v1/admin/senders', { token, json: { sender: '22384', email } });
    for (const text of ['Maji yameisha', 'ACHA']) {
      const message = { provider: 'test', ref: null, from: '+254712345678', to: '22384', text };
      await storeInbound({ db: server.db, clock: Date.now }, message);
    }
    const visitor = await visitAs(server, owner, { theme: 'dark', language: 'sw' });
    const { page } = visitor;
    await page.goto('/sms/inbound');
    await page.getByText('Maji yameisha').waitFor();
    const reply = page.getByRole('link', { name: 'Jibu 0712 345 678' }).first();
    assert.equal(await reply.getAttribute('href'), '/sms/compose?to=254712345678');
    await assertGood(visitor);
    await page.getByRole('link', { name: 'Waliojiondoa' }).click();
    await page.getByText('Simu yenyewe ilijiondoa').waitFor();
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });

  for (const language of inTurn(1, ['en', 'sw'] as const)) {
    it(`has all its screens in one row on a laptop, also for administrators (${language})`, async () => {
      const owner = await newSmsOwner(server);
      await updateRole(server.db.write, owner.email, 'admin');
      const { token } = owner;
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visitAs(server, owner, { screen: 'laptop', language });
      await page.goto('/sms');
      await page
        .getByRole('link', { name: language === 'en' ? 'Webhooks' : 'Salio' })
        .first()
        .waitFor();
      const row = page.locator('.sms-nav');
      await row.getByRole('link').nth(11).waitFor();
      const [wanted = 0, has = 0] = await row.evaluate((nav) => [nav.scrollWidth, nav.clientWidth]);
      assert.ok(wanted <= has, `${wanted} px of links in ${has}`);
      visitor.assertClean();
      await visitor.close();
    });
  }

  it('says in Swahili where the first credits came from', async () => {
    const owner = await newSmsOwner(server);
    // The first send makes the account.
    await owner.call('POST', '/sms/send', { json: { to: '0712345678', message: 'Maji' } });
    await server.request('PUT', '/api/me', { token: owner.token, json: { language: 'sw' } });
    const visitor = await visitAs(server, owner, { language: 'sw' });
    await visitor.page.goto('/sms');
    await visitor.page.getByText('Kredi za majaribio').waitFor();
    assert.equal(await visitor.page.getByText('Trial credits').count(), 0);
    visitor.assertClean();
    await visitor.close();
  });

  it('says that trial credits reach no phone, until some are granted', async () => {
    const env = { SMS_TRIAL_SENDS: 'simulated' };
    const own = await startTestServer({ engine, isTimed: true, env });
    const owner = await newSmsOwner(own);
    const visitor = await visitAs(own, owner, {});
    const { page } = visitor;
    const notice = page.getByText('A trial: no phone gets what you send.');
    await page.goto('/sms');
    await notice.waitFor();
    await assertGood(visitor);
    await page.goto('/sms/compose');
    await notice.waitFor();
    await assertGood(visitor);
    await page.goto('/account/notifications');
    await page.getByText('no phone gets the code').waitFor();
    await assertGood(visitor);
    const json = { to: '0712345678', message: 'Tank 3 is nearly empty' };
    const { body } = await owner.call('POST', '/sms/send', { json });
    await page.goto(`/sms/messages/${(body as { message_id: string }).message_id}`);
    await page.getByText('the simulator: no phone gets it').waitFor();

    const admin = await newSmsOwner(own);
    await updateRole(own.db.write, admin.email, 'admin');
    const credits = { email: owner.email, credits: 5 };
    await own.request('POST', '/v1/admin/credits', { token: admin.token, json: credits });
    await page.goto('/sms');
    await page.getByText('29 credits left').waitFor();
    assert.equal(await notice.count(), 0);
    visitor.assertClean();
    await visitor.close();
    await own.stop();
  });
});
