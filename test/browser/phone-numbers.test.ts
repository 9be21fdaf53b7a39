import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import {
  newPhone,
  type PhoneServer,
  startPhoneServer,
} from '../helpers/accounts/phone-accounts.ts';
import { type Screen, visit } from '../helpers/browser/browser.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const words = {
  en: {
    login: 'E-mail or phone number',
    password: 'Password',
    enter: 'Sign in',
    forgot: 'Forgot the password?',
    ask: 'Send me a reset code',
    smsCode: 'Code from the SMS',
    newPassword: 'New password',
    save: 'Save the new password',
    wrong: 'The code is wrong or has expired.',
    empty: 'No device yet',
    add: 'Add a phone number',
    phone: 'Phone number',
    present: 'Your current password',
    send: 'Send the code',
    confirm: 'Confirm',
    signsIn: 'signs in too',
    remove: 'Remove the number',
    none: 'Sign in by your phone number too',
  },
  sw: {
    login: 'Barua pepe au namba ya simu',
    password: 'Nenosiri',
    enter: 'Ingia',
    forgot: 'Umesahau nenosiri?',
    ask: 'Nitumie msimbo',
    smsCode: 'Msimbo wa SMS',
    newPassword: 'Nenosiri jipya',
    save: 'Hifadhi nenosiri jipya',
    wrong: 'Msimbo huu si sahihi au muda wake umekwisha.',
    empty: 'Hakuna kifaa bado',
    add: 'Ongeza namba ya simu',
    phone: 'Namba ya simu',
    present: 'Nenosiri lako la sasa',
    send: 'Tuma msimbo',
    confirm: 'Thibitisha',
    signsIn: 'inaingia pia',
    remove: 'Ondoa namba',
    none: 'Ingia kwa namba ya simu pia',
  },
} as const;

describeByTurns('postgres', 'phone numbers on the dashboard', (engine) => {
  let desk: PhoneServer;
  before(async () => {
    desk = await startPhoneServer(engine, {}, { isTimed: true });
  });
  after(() => desk.stop());

  for (const [screen, language] of inTurn(0, [
    ['phone', 'sw'],
    ['laptop', 'en'],
  ] satisfies [Screen, 'en' | 'sw'][])) {
    const say = words[language];

    it(`sign in, and replace a forgotten password by a code (${screen}, ${language})`, async () => {
      const { phone, password } = await desk.newUser();
      const local = `0${phone.slice(3)}`;
      const expects = /status of 401/;
      const { page, ...visitor } = await visit(desk.server.url, { screen, language, expects });
      await page.goto('/sign-in');
      const login = page.getByLabel(say.login);
      await login.waitFor();
      assert.equal(await login.getAttribute('autocomplete'), 'username');
      await visitor.assertAccessible();
      await login.fill(local);
      await page.getByLabel(say.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: say.enter }).click();
      await page.getByRole('heading', { name: say.empty }).waitFor();

      await page.evaluate('localStorage.clear()');
      await page.goto('/sign-in');
      await page.getByRole('link', { name: say.forgot }).click();
      await page.getByLabel(say.login).fill(local);
      await page.getByRole('button', { name: say.ask }).click();
      const code = page.getByLabel(say.smsCode);
      await code.waitFor();
      assert.equal(await code.getAttribute('autocomplete'), 'one-time-code');
      assert.equal(await code.getAttribute('inputmode'), 'numeric');
      await visitor.assertAccessible();
      await visitor.assertFits();
      const sent = await desk.nextCode(phone);
      await code.fill(sent === '000000' ? '111111' : '000000');
      await page.getByLabel(say.newPassword, { exact: true }).fill('battery staple');
      await page.getByRole('button', { name: say.save }).click();
      await page.getByRole('alert').getByText(say.wrong).waitFor();
      await code.fill(sent);
      await page.getByRole('button', { name: say.save }).click();
      await page.getByRole('heading', { name: say.empty }).waitFor();
      visitor.assertClean();
      await visitor.close();
    });

    it(`are added and taken away under Account (${screen}, ${language})`, async () => {
      const user = await registerUser(desk.server);
      const phone = newPhone();
      const { page, ...visitor } = await visit(desk.server.url, { screen, language });
      await page.goto('/sign-in');
      await page.getByLabel(say.login).fill(user.email);
      await page.getByLabel(say.password, { exact: true }).fill(user.password);
      await page.getByRole('button', { name: say.enter }).click();
      await page.getByRole('heading', { name: say.empty }).waitFor();
      await page.goto('/account');
      await page.getByRole('button', { name: say.add }).click();
      await page.getByLabel(say.phone, { exact: true }).fill(`0${phone.slice(3)}`);
      await page.getByLabel(say.present, { exact: true }).fill(user.password);
      await page.getByRole('button', { name: say.send }).click();
      await page.getByLabel(say.smsCode).fill(await desk.nextCode(phone));
      await visitor.assertAccessible();
      await visitor.assertFits();
      await page.getByRole('button', { name: say.confirm, exact: true }).click();
      await page.getByText(say.signsIn).waitFor();
      await page.getByRole('button', { name: say.remove }).click();
      await page.getByLabel(say.present, { exact: true }).fill(user.password);
      await page.getByRole('button', { name: say.remove }).click();
      await page.getByText(say.none).waitFor();
      visitor.assertClean();
      await visitor.close();
    });
  }
});

describeByTurns('sqlite', 'a dashboard whose server sends no SMS of its own', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('asks for the e-mail alone, and shows no phone number under Account', async () => {
    const user = await registerUser(server);
    const { page, ...visitor } = await visit(server.url);
    await page.goto('/sign-in');
    await page.getByLabel('E-mail', { exact: true }).fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'No device yet' }).waitFor();
    await page.goto('/account');
    await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Phone number' }).count(), 0);
    visitor.assertClean();
    await visitor.close();
  });
});
