import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { newOwnDevice, openAs } from '../helpers/browser/device-screens.ts';
import { describeByTurns, useTestServer } from '../helpers/server/test-server.ts';

const mac = 'A4:CF:12:0B:7E:9D';

describeByTurns('sqlite', 'a device that nobody has named, on a phone', (engine) => {
  const server = useTestServer({ engine });
  let token: string;
  before(async () => {
    ({ token } = await newOwnDevice(server, mac));
  });

  it('has its MAC in one line on the home screen', async () => {
    const visitor = await openAs(server, token, '/');
    const title = visitor.page.getByRole('heading', { name: mac });
    await title.waitFor();
    // A line is 24 px high, two are 48.
    const box = await title.boundingBox();
    assert.ok(box && box.height < 36, `${box?.height}`);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });

  it('has its MAC whole, and once, in the list of all devices', async () => {
    const visitor = await openAs(server, token, '/fleet');
    const link = visitor.page.getByRole('link', { name: mac });
    await link.waitFor();
    const isCut = await link.evaluate((each) => each.scrollWidth > each.clientWidth);
    assert.equal(isCut, false);
    assert.equal(await visitor.page.getByText(mac).count(), 1);
    await visitor.assertAccessible();
    visitor.assertClean();
    await visitor.close();
  });
});
