import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callAuth, readSignedIn, registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { countEffort } from '../helpers/browser/effort.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';
import { inTurn } from '../helpers/whole-suite.ts';

type Settings = {
  channels: Record<string, string[]>;
  quiet_hours: { from: string; until: string } | null;
  escalate_minutes: number;
  sms_a_day: number;
  sms: { is_key_set: boolean; webhook: { is_secret_set: boolean } };
  web_push: { subscriptions: unknown[] };
};

/** Browsers subscribe at the service of their maker, which a test does not ask. */
const subscribeWithoutService = `
  const keys = { p256dh: '${'B'.repeat(87)}', auth: '${'A'.repeat(22)}' };
  const endpoint = 'https://push.example.com/send/1';
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { localStorage.removeItem('test.held'); return true; },
  };
  PushManager.prototype.getSubscription = async () => localStorage.getItem('test.held') && made;
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem('test.held', 'yes');
    return made;
  };
`;

const turnOnWords = {
  en: {
    turnOn: 'Turn on alerts',
    phone: 'Phone number',
    send: 'Send a code',
    done: 'SMS go to 0712 345 678.',
    which: 'Alerts of this kind come: Critical. At most 10 SMS a day.',
    off: 'Nobody is told when a tank runs low: you have switched these alerts off.',
  },
  sw: {
    turnOn: 'Washa tahadhari',
    phone: 'Namba ya simu',
    send: 'Tuma msimbo',
    done: 'SMS zinatumwa kwa 0712 345 678.',
    which: 'Tahadhari zitakazotumwa: Hatari. Kikomo ni SMS 10 kwa siku.',
    off: 'Hakuna anayeambiwa maji ya tangi yakipungua: umezima tahadhari hizi.',
  },
};

describeByTurns('postgres', 'how a person is told', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('says on the home screen that nobody is told, until a channel reaches somebody', async () => {
    const { token, path } = await newTank(server);
    for (const [screen, language, words, link, isUnset] of [
      ['phone', 'en', 'Nobody is told when a tank runs low.', 'Turn on alerts', '· not set up'],
      [
        ...(['laptop', 'sw', 'Hakuna anayeambiwa maji ya tangi yakipungua.'] as const),
        ...(['Washa tahadhari', '· haijawekwa'] as const),
      ],
    ] as const) {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { screen, language });
      await signInAs(page, token);
      await page.goto('/');
      await page.getByText(words).waitFor();
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('link', { name: link }).click();
      await page.getByRole('link', { name: /^(Other ways|Njia nyingine)/ }).click();
      // Each of the four channels says that it leads nowhere yet.
      await page.getByText(isUnset).nth(3).waitFor();
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    }
    const json = { webhook_url: 'https://hook.example.com/tanks' };
    const saved = '/api/notifications.php?action=save';
    assert.equal((await server.request('POST', saved, { token, json })).status, 200);
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, token);
    const answered = page.waitForResponse((response) => response.url().includes('action=settings'));
    await page.goto('/');
    await answered;
    await page.locator(`a[href^="${path}"]`).first().waitFor();
    assert.equal(await page.getByText('Hakuna anayeambiwa').count(), 0);
    await visitor.close();
  });

  it('says to an owner whose caretaker is told that the owner is not', async () => {
    const { token, id: device_id } = await newTank(server);
    const caretaker = await registerUser(server);
    await shareDevice(server, { token, device_id, with: caretaker, role: 'operator' });
    const saved = await server.request('POST', '/api/notifications.php?action=save', {
      token: caretaker.token,
      json: { webhook_url: 'https://hook.example.com/tanks' },
    });
    assert.equal(saved.status, 200, saved.text);
    for (const [language, words] of [
      ['en', 'You are not told when a tank runs low.'],
      ['sw', 'Huambiwi maji ya tangi yakipungua.'],
    ] as const) {
      await server.request('PUT', '/api/me', { token, json: { language } });
      const { page, ...visitor } = await visit(server.url, { language });
      await signInAs(page, token);
      await page.goto('/');
      await page.getByText(words).waitFor();
      visitor.assertClean();
      await visitor.close();
    }
  });

  for (const screen of inTurn(1, ['phone', 'laptop'] as const)) {
    for (const language of inTurn(0, ['en', 'sw'] as const)) {
      it(`takes a number and a code for SMS, two taps from home (${screen}, ${language})`, async () => {
        const say = turnOnWords[language];
        const { token } = await newTank(server);
        await server.request('PUT', '/api/me', { token, json: { language } });
        const { page, ...visitor } = await visit(server.url, { screen, language });
        const effort = await countEffort(page);
        await signInAs(page, token);
        await page.goto('/');
        await effort.tap(page.getByRole('link', { name: say.turnOn }));
        await page.getByLabel(say.phone).waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        await effort.enter(page.getByLabel(say.phone), '0712 345 678');
        await effort.tap(page.getByRole('button', { name: say.send }));
        const code = page.locator('input[name=code]');
        await code.waitFor();
        await visitor.assertAccessible();
        const { body } = await server.db.read
          .selectFrom('sms_messages')
          .select('body')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow();
        // The last digit confirms it.
        await effort.enter(code, /\d{6}/.exec(body ?? '')?.[0] ?? 'none');
        await page.getByText(say.done).waitFor();
        await page.getByText(say.which).waitFor();
        effort.assertAtMost({ taps: 2, fields: 2 });
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      });

      it(`says on the home screen that all is switched off (${screen}, ${language})`, async () => {
        const say = turnOnWords[language];
        const { token } = await newTank(server);
        await server.request('PUT', '/api/me', { token, json: { language } });
        const none = { sms: [], email: [], webhook: ['info'], 'web-push': [] };
        const json = { webhook_url: 'https://hook.example.com/tanks', channels: none };
        await server.request('POST', '/api/notifications.php?action=save', { token, json });
        const { page, ...visitor } = await visit(server.url, { screen, language });
        await signInAs(page, token);
        await page.goto('/');
        await page.getByText(say.off).waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        await page.getByRole('link', { name: say.turnOn }).click();
        const saved = page.waitForResponse(/action=save/);
        await page.getByLabel(/^Webhook: (Warning|Onyo)/).check();
        await saved;
        await page.goto('/');
        await page.locator('a.tank-card').waitFor();
        await page.getByText(say.off).waitFor({ state: 'detached' });
        visitor.assertClean();
        await visitor.close();
      });
    }
  }

  it('says that there are no credits before the number is typed, and that the owner of a shared tank may pay', async () => {
    const owner = await newSmsOwner(server);
    await owner.call('GET', '');
    await server.db.write
      .updateTable('sms_accounts')
      .set((eb) => ({ used: eb.ref('quota') }))
      .where('user_id', '=', owner.userId)
      .execute();
    const { page, ...visitor } = await visit(server.url);
    await signInAs(page, owner.token);
    await page.goto('/account/notifications');
    await page.getByText('Your SMS account has no credits').waitFor();
    const mayPay = page.getByText('The owner of a tank that is shared with you can pay');
    await mayPay.waitFor({ state: 'detached' });

    const { id, token } = await newTank(server);
    await shareDevice(server, { token, device_id: id, with: owner, role: 'operator' });
    await page.reload();
    await page.getByText('Your SMS account has no credits').waitFor();
    await mayPay.waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('is chosen on one screen: channels, times and this phone', async () => {
    const owner = await newSmsOwner(server);
    let { token } = owner;
    const settings = async () => {
      const path = '/api/notifications.php?action=settings';
      return (await server.request('GET', path, { token })).body as Settings;
    };
    const { page, context, ...visitor } = await visit(server.url, {
      expects: /409/,
      hasWorker: true,
    });
    await context.grantPermissions(['notifications']);
    await page.addInitScript(subscribeWithoutService);
    await signInAs(page, token);
    await page.goto('/account');
    await page.getByRole('link', { name: 'Alerts and notifications' }).click();
    await page.getByLabel('SMS: Warning').check();
    await page.getByLabel('E-mail: Critical').uncheck();
    await page.getByLabel('From', { exact: true }).fill('21:30');
    await page.getByLabel('Minutes until the next person is told').fill('30');
    await page.getByLabel('Most SMS in a day').fill('5');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Saved.').waitFor();
    const saved = await settings();
    assert.deepEqual([...(saved.channels['sms'] ?? [])].sort(), ['critical', 'warning']);
    assert.deepEqual(saved.channels['email'], ['warning']);
    assert.deepEqual(saved.quiet_hours, { from: '21:30', until: '06:00' });
    assert.deepEqual([saved.escalate_minutes, saved.sms_a_day], [30, 5]);

    await page.getByText('Another SMS service').click();
    await page.getByLabel('Key of the SMS account').fill('not-a-real-key');
    await page.getByRole('button', { name: 'Save the key' }).click();
    await page.getByRole('button', { name: 'Take the key away, and the number' }).waitFor();
    assert.ok((await settings()).sms.is_key_set);
    await page.getByText('Answer questions by SMS').click();
    await page.getByText('/api/questions?account=').waitFor();
    await page.getByLabel('Secret of the webhook').fill(`whsec_${'A'.repeat(43)}=`);
    await page.getByRole('button', { name: 'Save the secret' }).click();
    await page.getByText('Questions are answered.').waitFor();
    assert.ok((await settings()).sms.webhook.is_secret_set);
    await visitor.assertAccessible();
    await visitor.assertFits();

    await page.getByRole('button', { name: 'Notify me on this phone' }).click();
    await page.getByText('This phone is told of alerts.').waitFor();
    await page.getByRole('button', { name: 'Send a test: App' }).click();
    await page.getByText('It is on its way.').waitFor();
    assert.equal((await settings()).web_push.subscriptions.length, 1);

    const { email, password } = owner;
    const again = await callAuth(server, 'login', { json: { email, password } });
    token = readSignedIn(again).token;
    const renewed = page.waitForResponse(/action=subscribe/);
    await signInAs(page, token);
    await page.goto('/account/notifications');
    await renewed;
    await callAuth(server, 'end-other-sessions', { token });
    assert.equal((await settings()).web_push.subscriptions.length, 1);
    await page.getByText('Chrome on Linux').waitFor();
    await page.getByRole('button', { name: 'Notify me here no more' }).click();
    await page.getByRole('button', { name: 'Notify me on this phone' }).waitFor();
    assert.equal((await settings()).web_push.subscriptions.length, 0);
    await page.getByRole('button', { name: 'Notify me on this phone' }).click();
    await page.getByRole('button', { name: /Notify Chrome on Linux of .* no more/ }).click();
    await page.getByText('Chrome on Linux').waitFor({ state: 'detached' });
    assert.equal((await settings()).web_push.subscriptions.length, 0);
    await page.reload();
    await page.getByText('A test by Kisima').waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
