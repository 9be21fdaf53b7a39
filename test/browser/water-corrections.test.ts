import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

const day = 24 * 60 * 60_000;

describeByTurns('sqlite', 'what a person says of the water of a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true });
  const path = '/api/insights.php?action=';

  it('is of the times that clocks of the account show, wherever the browser is', async () => {
    const tank = await newTank(server);
    const { token } = tank;
    await tank.push(64);
    // The browser is in Nairobi, two hours ahead.
    const changed = { token, json: { timezone: 'Africa/Lagos' } };
    await server.request('PUT', '/api/auth.php?action=update', changed);
    const { page, ...visitor } = await openTank(server, tank);
    await page.goto(`${tank.path}/water`);
    await page.getByRole('button', { name: 'Tank was cleaned' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Time zone: Africa/Lagos.').waitFor();
    await visitor.assertAccessible();
    await visitor.assertFits();
    const yesterday = new Date(Date.now() - day).toISOString().slice(0, 10);
    await dialog.getByLabel('From').fill(`${yesterday}T09:00`);
    await dialog.getByLabel('Until').fill(`${yesterday}T11:00`);
    await dialog.getByRole('button', { name: 'Count nothing then' }).click();
    await page.getByText(/^Tank cleaned · .*9:00.* to .*11:00/).waitFor();
    const query = `${path}corrections&device_id=${tank.id}`;
    const { body } = await server.request('GET', query, { token });
    const [kept] = (body as { corrections: { from: string; until: string }[] }).corrections;
    assert.deepEqual(
      [kept?.from, kept?.until].map((each) => Date.parse(each ?? '')),
      [`${yesterday}T08:00Z`, `${yesterday}T10:00Z`].map((each) => Date.parse(each)),
    );
    visitor.assertClean();
    await visitor.close();
  });
});
