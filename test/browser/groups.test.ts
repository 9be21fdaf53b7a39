import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { visit } from '../helpers/browser/browser.ts';
import { signInAs } from '../helpers/browser/dashboard-owner.ts';
import { newTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

describeByTurns('postgres', 'groups of tanks', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('are made, summed up, shared, changed and deleted', async () => {
    const tank = await newTank(server);
    await tank.push(50);
    const guest = await registerUser(server);
    const { page, ...visitor } = await visit(server.url, { expects: /40[49]/ });
    await signInAs(page, tank.token);
    await page.goto('/more');
    await page.getByRole('link', { name: 'Groups' }).click();
    await page.getByText('No group yet.').waitFor();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByLabel('Name of the group').fill('Estate A');
    await page.getByRole('checkbox').check();
    await visitor.assertAccessible();
    await page.getByRole('button', { name: 'Make the group' }).click();
    await page.getByRole('heading', { name: 'Estate A' }).waitFor();
    await page.getByText('5,000 L of 10,000 L').waitFor();
    await page.getByText('1 of 1 online').waitFor();

    await page.getByLabel('E-mail or phone number').fill(guest.email);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText(`${guest.email} is invited`).waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    await signInAs(page, guest.token);
    await page.goto('/');
    await page.getByText(/shares “Estate A” with you/).waitFor();
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.locator('a.tank-card').waitFor();
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Estate A' }).click();
    await page.getByText('5,000 L of 10,000 L').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Delete the group' }).count(), 0);
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText('No device yet').waitFor();

    await signInAs(page, tank.token);
    await page.goto('/groups');
    await page.getByRole('link', { name: 'Estate A' }).click();
    await page.getByRole('button', { name: /^Take out/ }).click();
    await page.getByText('0 of 0 online').waitFor();
    await page.getByLabel('Name of the group').fill('Estate B');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await page.getByRole('heading', { name: 'Estate B' }).waitFor();
    await page.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the group' }).click();
    await page.getByText('No group yet.').waitFor();
    visitor.assertClean();
    await visitor.close();
  });
});
