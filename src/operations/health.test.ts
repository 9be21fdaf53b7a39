import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../test/helpers/test-server.ts';

describeOnBothEngines('operations', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ engine });
  });
  after(() => server.stop());

  it('says that it is alive and that storage answers', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { status, body } = await server.request('GET', path);
      assert.deepEqual([status, body], [200, { status: 'ok' }]);
    }
  });

  it('counts requests by route and status for Prometheus', async () => {
    await server.request('GET', '/healthz');
    const { text } = await server.request('GET', '/metrics');
    assert.match(
      text,
      /kisima_http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} \d+/,
    );
    assert.match(text, /nodejs_eventloop_lag_p99_seconds/);
  });

  it('answers an unknown path in the one failure shape, with a request id', async () => {
    const { status, body, headers } = await server.request('GET', '/nope?api_key=hidden');
    assert.equal(status, 404);
    assert.deepEqual(body, { success: false, error: 'Path /nope not found.', code: 'not_found' });
    assert.ok(headers.get('x-request-id'));
  });
});
