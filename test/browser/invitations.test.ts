import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newEmail, registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { countEffort } from '../helpers/browser/effort.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { inTurn } from '../helpers/whole-suite.ts';

const words = {
  en: {
    shares: 'Wanjiru shares “Roof” with you',
    make: 'Make an account and accept',
    enter: 'Sign in and accept',
    known: 'You have an account? Sign in',
    now: 'You now see “Roof”, as operator.',
    none: 'Nothing waits here',
  },
  sw: {
    shares: 'Wanjiru anakushirikisha “Roof”',
    make: 'Fungua akaunti na ukubali',
    enter: 'Ingia na ukubali',
    known: 'Una akaunti? Ingia',
    now: 'Sasa unaona “Roof”, kama mwendeshaji.',
    none: 'Hakuna mwaliko hapa',
  },
};

describeByTurns('sqlite', 'the link of an invitation', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  const newRoof = async () => {
    const tank = await newTank(server);
    const { token } = tank;
    const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
    const [device] = body as { mac_or_serial: string }[];
    const json = { mac_or_serial: device?.mac_or_serial, device_name: 'Roof' };
    await server.request('PUT', '/api/devices.php?action=update-name', { token, json });
    await tank.push(50);
    return tank;
  };
  const invite = async ({ id, token }: { id: string; token: string }, to: string) => {
    const json = { device_id: id, to, role: 'operator' };
    const { body } = await server.request('POST', '/api/devices.php?action=share', { token, json });
    return (body as { link_code: string }).link_code;
  };

  for (const screen of inTurn(0, ['phone', 'laptop'] as const)) {
    for (const language of inTurn(1, ['en', 'sw'] as const)) {
      it(`leads a newcomer to the tank by a password and a tap (${screen}, ${language})`, async () => {
        const say = words[language];
        const tank = await newRoof();
        const owner = await visit(server.url, { screen });
        await signInAs(owner.page, tank.token);
        await owner.page.goto(`/devices/${tank.id}/people`);
        const email = newEmail();
        await owner.page.getByLabel('E-mail or phone number').fill(email);
        await owner.page.getByLabel('Your name').fill('Wanjiru');
        await owner.page.getByLabel('Role', { exact: true }).selectOption('operator');
        await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
        const told = owner.page.getByText(`${email} is invited, for 14 days, and is not told yet`);
        await told.waitFor();
        const mail = owner.page.getByRole('link', { name: 'E-mail', exact: true });
        assert.equal(await mail.count(), 1, 'the link is where it was made');
        await owner.page.getByText('Other devices cannot reach http://').waitFor();
        const href = (await mail.getAttribute('href')) ?? '';
        const link = /http\S+/.exec(new URL(href).searchParams.get('body') ?? '')?.[0] ?? '';
        await owner.assertAccessible();
        await owner.assertFits();
        owner.assertClean();
        await owner.close();

        const { page, ...visitor } = await visit(server.url, { screen, language });
        const effort = await countEffort(page);
        await page.goto(link);
        await page.getByText(say.shares).waitFor();
        await visitor.assertAccessible();
        await visitor.assertFits();
        assert.equal(await page.locator('input[type=email]').inputValue(), email);
        await effort.enter(page.locator('input[name=password]'), 'correct horse');
        await effort.tap(page.getByRole('button', { name: say.make }));
        await page.getByText(say.now).waitFor();
        effort.assertAtMost({ taps: 3, fields: 1 });
        assert.equal(new URL(page.url()).pathname, tank.path);
        await visitor.assertAccessible();
        await visitor.assertFits();
        visitor.assertClean();
        await visitor.close();
      });
    }
  }

  it('lets in somebody who has an account, and says when it is for another e-mail or has ended', async () => {
    const tank = await newRoof();
    const guest = await registerUser(server);
    const codes = [await invite(tank, '0712 345 678'), await invite(tank, newEmail()), 'nonsense'];
    for (const [index, code] of codes.entries()) {
      const { page, ...visitor } = await visit(server.url, { expects: /status of 40[04]/ });
      await page.goto(`/invitations/${code}`);
      if (code === 'nonsense') {
        await page.getByText(words.en.none).waitFor();
        await page.getByRole('link', { name: 'Sign in' }).click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      } else {
        await page.getByRole('button', { name: words.en.known }).click();
        await page.getByLabel('E-mail').fill(guest.email);
        await page.getByLabel('Password', { exact: true }).fill(guest.password);
        await visitor.assertAccessible();
        await page.getByRole('button', { name: words.en.enter }).click();
        await page.getByText(index === 0 ? words.en.now : words.en.none).waitFor();
      }
      visitor.assertClean();
      await visitor.close();
    }
  });

  it('opens the door to whoever leaves it without an answer', async () => {
    const { page, ...visitor } = await visit(server.url, { expects: /status of 40[04]/ });
    await page.goto('/invitations/nonsense');
    await page.getByText(words.en.none).waitFor();
    await page.getByRole('link', { name: 'Kisima', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
