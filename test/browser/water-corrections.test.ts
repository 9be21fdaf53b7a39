import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { shareDevice } from '../helpers/accounts/sharing.ts';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const env = { PUSH_BURST_PER_DEVICE: '200' };

describeByTurns('sqlite', 'what a person says of the water of a tank', (engine) => {
  const server = useTestServer({ engine, isTimed: true, env });
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

  it('is said by operators, and only read by viewers', async () => {
    const tank = await newTank(server);
    const { token } = tank;
    const now = Date.now();
    for (let at = 0; at < 115; at += 1) {
      const recorded_at = new Date(now - (115 - at) * 5 * minute).toISOString();
      await tank.push(50 + Math.min(30, Math.max(0, 1.5 * (at - 40))), { recorded_at });
    }
    const of = { device_id: tank.id, sensor_name: 'main' };
    for (const [action, json] of [
      ['cleaning', { ...of, ...stretch(now - 3 * day, minute) }],
      ['receipt', { ...of, received_at: new Date(now - 300 * minute).toISOString(), litres: 3000 }],
      ['receipt', { ...of, received_at: new Date(now - 2 * day).toISOString(), litres: 777 }],
    ] as const) {
      const { status, text } = await server.request('POST', `${path}${action}`, { token, json });
      assert.equal(status, 201, text);
    }
    for (const role of ['viewer', 'operator'] as const) {
      const guest = await registerUser(server);
      await shareDevice(server, { token, device_id: tank.id, with: guest, role });
      const seen = { ...tank, token: guest.token };
      const { page, ...visitor } = await openTank(server, seen, { screen: 'laptop' });
      await page.goto(`${tank.path}/water`);
      await page.getByText(/^Tank cleaned · /).waitFor();
      await page.getByText(/^Receipt: 3,000/).waitFor();
      await page.getByText(/^Receipt: 777/).waitFor();
      const more = page.getByText('Source and receipt', { exact: true });
      if (role === 'operator') await more.click();
      const changes = [
        more,
        ...['Tank was cleaned', 'Add a tanker’s receipt', 'This was no refill'].map((name) =>
          page.getByRole('button', { name, exact: true }),
        ),
        page.getByRole('button', { name: /^Take back: / }),
        page.getByRole('button', { name: /^Delete/ }),
        page.getByLabel('Where the water came from'),
      ];
      const counts = await Promise.all(changes.map((each) => each.count()));
      const expected = role === 'viewer' ? [0, 0, 0, 0, 0, 0, 0] : [1, 1, 1, 1, 1, 2, 1];
      assert.deepEqual(counts, expected, role);
      await visitor.assertAccessible();
      visitor.assertClean();
      await visitor.close();
    }
  });
});

function stretch(from: number, length: number): { from: string; until: string } {
  const [began, ended] = [from, from + length].map((at) => new Date(at).toISOString());
  return { from: began ?? '', until: ended ?? '' };
}
