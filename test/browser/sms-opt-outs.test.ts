import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertGood, visitAs } from '../helpers/browser/sms-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';
import { newSmsOwner } from '../helpers/sms/sms-account.ts';

describeByTurns('sqlite', 'a long list of who wants no promotions', (engine) => {
  const server = useTestServer({ engine, isTimed: true });

  it('leaves all that are no numbers in the field, and says how many of them are named', async () => {
    const owner = await newSmsOwner(server);
    const visitor = await visitAs(server, owner, { screen: 'laptop' });
    const { page } = visitor;
    await page.goto('/sms/opt-outs');
    const wrong = Array.from({ length: 150 }, (_, at) => `12345${at}`);
    const field = page.getByLabel('Numbers to add');
    await field.fill(['0712 345 678', ...wrong, '0733 000 001'].join('\n'));
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByText('2 numbers added.').waitFor();
    assert.equal(await field.inputValue(), wrong.join('\n'));
    await page.getByText('150 entries were left out:').waitFor();
    await page.getByText('The first 100 of them:').waitFor();
    await assertGood(visitor);
    visitor.assertClean();
    await visitor.close();
  });
});
