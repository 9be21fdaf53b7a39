import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../test/helpers/test-server.ts';

describeOnBothEngines('headers for browsers', (engine) => {
  let server: TestServer;

  before(async () => {
    server = await startTestServer({ engine });
  });
  after(() => server.stop());

  it('come with answers and with failures', async () => {
    for (const path of ['/healthz', '/nowhere', '/api/devices.php?action=list']) {
      const { headers } = await fetch(`${server.url}${path}`, {
        headers: { accept: 'application/json' },
      });
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'self';.*script-src 'self'/, path);
      // A tank's server on a home network has no certificate.
      assert.doesNotMatch(policy, /upgrade-insecure-requests/, path);
    }
  });

  it('are spared to devices', async () => {
    const { headers } = await fetch(`${server.url}/iot_push.php`, { method: 'POST' });
    assert.equal(headers.get('content-security-policy'), null);
    assert.equal(headers.get('x-frame-options'), null);
  });
});
