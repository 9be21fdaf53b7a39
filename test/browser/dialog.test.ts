import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTank, openTank } from '../helpers/browser/tank-screen.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

describeByTurns('sqlite', 'a dialog', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('stays where a press begins or ends in it, and goes by a click beside it', async () => {
    const tank = await newTank(server);
    const { page, ...visitor } = await openTank(server, tank, { screen: 'laptop' });
    await page.goto(`/devices/${tank.id}/people`);
    await page.getByRole('button', { name: 'Hand over to a new owner' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel('E-mail or phone number');
    await field.fill('buyer@example.com');
    const box = await field.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    const [within, beside] = [box.x + 60, 5];
    for (const [from, to] of [
      // As text is marked to its beginning, and a little farther.
      [within, beside],
      [beside, within],
    ] as const) {
      await page.mouse.move(from, y);
      await page.mouse.down();
      await page.mouse.move(to, y, { steps: 5 });
      await page.mouse.up();
      assert.equal(await dialog.count(), 1);
      assert.equal(await field.inputValue(), 'buyer@example.com');
    }
    await page.mouse.click(beside, y);
    await dialog.waitFor({ state: 'detached' });
    visitor.assertClean();
    await visitor.close();
  });
});
