import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { confirm } from '../helpers/browser/sms-screens.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

describeByTurns('sqlite', 'the people of a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('are invited, given roles, see what their role allows, and leave', async () => {
    const tank = await newTank(server);
    await tank.push(50, { pump_status: 'off' });
    const guest = await registerUser(server, { full_name: 'Asha' });
    const update = { token: tank.token, json: { full_name: 'Juma' } };
    const { body: me } = await server.request('PUT', '/api/auth.php?action=update', update);
    const { email } = (me as { user: { email: string } }).user;
    const owner = await visit(server.url);
    await signInAs(owner.page, tank.token);
    await owner.page.goto(tank.path);
    await owner.page.getByRole('link', { name: 'People' }).click();
    await owner.page.getByText('With nobody yet.').waitFor();
    for (const to of [guest.email, '0712 345 678']) {
      await owner.page.getByLabel('E-mail or phone number').fill(to);
      await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
      await owner.page.getByText(`${to} is invited`).waitFor();
    }
    const lines = owner.page.getByRole('main').getByRole('listitem');
    await lines.nth(1).waitFor();
    await owner.assertAccessible();
    // The second is the one by phone.
    const links = owner.page.getByRole('link', { name: 'WhatsApp' });
    const whatsApp = await links.nth(1).getAttribute('href');
    const link = /http\S+/.exec(new URL(whatsApp ?? '').searchParams.get('text') ?? '')?.[0] ?? '';
    const friend = await visit(server.url);
    await signInAs(friend.page, (await registerUser(server)).token);
    await friend.page.goto(new URL(link).pathname);
    await friend.page.getByText(/shares “/).waitFor();
    await friend.assertAccessible();
    await friend.page.getByRole('button', { name: 'Decline' }).click();
    await friend.page.getByText('Nothing waits here').waitFor();
    friend.assertClean();
    await friend.close();
    await owner.page.getByLabel('E-mail or phone number').fill('0712 345 678');
    // The screen still says what it said of the invitation that was declined, and shows its line.
    const again = owner.page.waitForResponse((answer) => /action=share$/.test(answer.url()));
    await owner.page.getByRole('button', { name: 'Invite', exact: true }).click();
    assert.equal((await again).status(), 201);
    await owner.page.reload();
    await owner.page.getByRole('button', { name: /^Take back the invitation of 0712/ }).click();
    const asking = owner.page.getByRole('dialog');
    await asking.getByRole('button', { name: 'Take back' }).click();
    await lines.nth(1).waitFor({ state: 'detached' });

    const visitor = await visit(server.url, { language: 'sw' });
    await server.request('PUT', '/api/me', { token: guest.token, json: { language: 'sw' } });
    await signInAs(visitor.page, guest.token);
    await visitor.page.goto('/');
    await visitor.page.getByText(/anakushirikisha/).waitFor();
    await visitor.assertAccessible();
    await visitor.page.getByRole('button', { name: 'Kubali' }).click();
    await visitor.page.getByText(/^Sasa unaona “.*”, kama mtazamaji\.$/).waitFor();
    await visitor.page.getByText('Unaweza kuona tangi hili.').waitFor();
    assert.equal(await visitor.page.getByRole('link', { name: 'Mipangilio' }).count(), 0);

    await owner.page.reload();
    await owner.page.getByLabel('Role of Asha').selectOption('Manager');
    await owner.page
      .getByLabel('Role of Asha')
      .locator('option:checked')
      .getByText('Manager')
      .waitFor({
        state: 'attached',
      });
    await visitor.page.getByRole('link', { name: 'Mipangilio' }).waitFor();
    await visitor.page.getByRole('link', { name: 'Watu' }).click();
    const sharers = visitor.page.getByRole('main').getByRole('definition');
    await sharers.nth(1).waitFor();
    const juma = `Juma (${email})`;
    assert.deepEqual(await sharers.allTextContents(), [juma, juma]);
    await visitor.assertAccessible();
    await visitor.assertFits();
    await visitor.page.getByRole('button', { name: 'Jiondoe' }).click();
    await visitor.page.getByRole('dialog').getByRole('button', { name: 'Jiondoe' }).click();
    await visitor.page.getByText('Hakuna kifaa bado').waitFor();
    visitor.assertClean();
    await visitor.close();

    await owner.page.getByRole('link', { name: 'Who did what' }).click();
    await owner.page.getByText(`Made ${guest.email} manager`).waitFor();
    await owner.page.getByText('Accepted an invitation').waitFor();
    await owner.assertAccessible();
    owner.assertClean();
    await owner.close();
  });

  it('change with the owner, and the hardware with the set-up', async () => {
    const tank = await newTank(server);
    await tank.push(50);
    const buyer = await registerUser(server);
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop', theme: 'dark' });
    await signInAs(page, tank.token);
    await page.goto(`/devices/${tank.id}`);
    await page.getByLabel('MAC address or serial number of the new one').fill('AA:BB:CC:00:11:22');
    await page.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByText('The new hardware has taken over.').waitFor();

    await page.goto(`/devices/${tank.id}/people`);
    await page.getByRole('button', { name: 'Hand over to a new owner' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail or phone number').fill(buyer.email);
    await visitor.assertAccessible();
    await dialog.getByRole('button', { name: 'Offer it' }).click();
    await page.getByText(`${buyer.email} can accept it`).waitFor();
    await page.getByText('Is to be the new owner').waitFor();
    await signInAs(page, buyer.token);
    await page.goto('/');
    await page.getByText('It will be yours.').waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByText(/^“.*” is yours now\.$/).waitFor();
    visitor.assertClean();
    await visitor.close();
  });

  it('hand a tank over to a buyer with a phone, by a link, and take it back, in Swahili', async () => {
    const tank = await newTank(server);
    await tank.push(50);
    const buyer = await registerUser(server);
    for (const { token } of [tank, buyer]) {
      await server.request('PUT', '/api/me', { token, json: { language: 'sw' } });
    }
    const visitor = await visit(server.url, { language: 'sw' });
    const { page } = visitor;
    await signInAs(page, tank.token);
    const offer = async () => {
      await page.goto(`/devices/${tank.id}/people`);
      await page.getByRole('button', { name: 'Kabidhi kwa mwenyewe mpya' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Barua pepe au namba ya simu').fill('0712 345 678');
      await visitor.assertAccessible();
      await dialog.getByRole('button', { name: 'Likabidhi' }).click();
      await page.getByText('bado hajaambiwa: mtumie kiungo').waitFor();
    };
    await offer();
    await page.getByText('Atakuwa mwenyewe mpya').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    await page.getByRole('button', { name: /^Futa mwaliko wa/ }).click();
    await confirm(page, 'Futa mwaliko');
    await page.getByText('Bado hujamshirikisha mtu.').waitFor();
    assert.equal(await page.getByText('mtumie kiungo').count(), 0);

    await offer();
    const links = page.locator('a[href^="sms:+254712345678"]');
    assert.equal(await links.count(), 1, 'the link stands once');
    const sms = new URL((await links.getAttribute('href')) ?? '').searchParams.get('body') ?? '';
    assert.match(sms, /^Nakukabidhi tangi langu la maji/);
    const link = /\/invitations\/\S+/.exec(sms)?.[0] ?? '';
    const other = await visit(server.url, { language: 'sw' });
    await signInAs(other.page, buyer.token);
    await other.page.goto(link);
    await other.page.getByText('Litakuwa lako.').waitFor();
    await other.page.getByRole('button', { name: 'Kubali' }).click();
    await other.page.getByText('sasa ni lako').waitFor();
    await page.goto('/');
    await page.getByText('Hakuna kifaa bado').waitFor();
    for (const each of [visitor, other]) {
      each.assertClean();
      await each.close();
    }
  });

  it('leave a hand-over to the owner: a manager only sees it', async () => {
    const { id, token } = await newTank(server);
    const manager = await registerUser(server);
    const buyer = await registerUser(server);
    await shareDevice(server, { token, device_id: id, with: manager, role: 'manager' });
    const offer = { token, json: { device_id: id, to: buyer.email } };
    const path = '/api/devices.php?action=transfer';
    const { status, text } = await server.request('POST', path, offer);
    assert.equal(status, 201, text);
    const { page, ...visitor } = await visit(server.url, { screen: 'laptop' });
    const ends = page.getByRole('button', { name: /^(Take back the invitation of|Remove) / });
    for (const [reader, count] of [
      [manager.token, 0],
      [token, 2],
    ] as const) {
      await signInAs(page, reader);
      await page.goto(`/devices/${id}/people`);
      await page.getByText('Is to be the new owner').waitFor();
      assert.equal(await ends.count(), count);
    }
    visitor.assertClean();
    await visitor.close();
  });
});
