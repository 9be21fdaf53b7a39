import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';

describeOnBothEngines('headers for browsers', (engine) => {
  const server = useTestServer({ engine });

  const headersOf = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    await answer.text();
    return answer.headers;
  };

  it('come with pages, and where nothing is', async () => {
    for (const path of ['/docs/', '/docs/static/swagger-ui.css', '/nowhere.txt']) {
      const headers = await headersOf(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN', path);
      const policy = headers.get('content-security-policy') ?? '';
      assert.match(policy, /default-src 'self';.*script-src 'self'/, path);
      // A tank's server on a home network has no certificate.
      assert.doesNotMatch(policy, /upgrade-insecure-requests/, path);
    }
  });

  it('let nothing run in data and nobody show it, in few bytes', async () => {
    const paths = ['/healthz', '/openapi.json', '/api/devices.php?action=list', '/v1/sms/balance'];
    for (const path of paths) {
      const headers = await headersOf(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none';frame-ancestors 'none'",
        path,
      );
      assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000/, path);
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', path);
      assert.equal(headers.get('x-frame-options'), null, path);
    }
  });

  it('name neither program nor version, set no cookie, and say of each body what it is', async () => {
    const paths = ['/docs', '/docs/static/swagger-ui.css', '/openapi.json', '/healthz', '/metrics'];
    paths.push('/dashboard.json', '/a/none', '/api/auth.php?action=session', '/v1/sms/balance');
    for (const path of [...paths, '/iot_commands.php?mac_address=x', '/nowhere.txt', '/%zz']) {
      const headers = await headersOf(path);
      for (const name of ['server', 'x-powered-by', 'via', 'set-cookie'])
        assert.equal(headers.get(name), null);
      assert.match(headers.get('content-type') ?? '', /^[a-z]+\/[\w.+-]+; .*charset=utf-8$/, path);
      const said = [...headers]
        .filter(([name]) => !['x-request-id', 'content-type'].includes(name))
        .join();
      assert.doesNotMatch(said, /fastify|node\b|kisima|\bv?\d+\.\d+\.\d+/i, path);
    }
  });

  it('are spared to devices', async () => {
    const { headers } = await fetch(`${server.url}/iot_push.php`, { method: 'POST' });
    assert.equal(headers.get('content-security-policy'), null);
    assert.equal(headers.get('x-frame-options'), null);
  });
});
