import assert from 'node:assert/strict';
import { it } from 'node:test';
import about from '../../package.json' with { type: 'json' };
import { describeOnBothEngines, useTestServer } from '../../test/helpers/server/test-server.ts';

describeOnBothEngines('operations', (engine) => {
  const server = useTestServer({ engine });

  it('says that it is alive and that storage answers', async () => {
    const alive = await server.request('GET', '/healthz');
    assert.deepEqual([alive.status, alive.body], [200, { status: 'ok', version: about.version }]);
    const ready = await server.request('GET', '/readyz');
    const sms_providers = [{ name: 'simulator', state: 'up' }];
    assert.deepEqual([ready.status, ready.body], [200, { status: 'ok', sms_providers }]);
  });

  it('tells Prometheus how the SMS providers are', async () => {
    const { text } = await server.request('GET', '/metrics');
    assert.match(text, /kisima_sms_provider_up\{provider="simulator"\} 1/);
    assert.match(text, /kisima_sms_in_hand\{provider="simulator"\} 0/);
  });

  it('tells Prometheus which program it is, how large its database is and what its disk still has', async () => {
    const { text } = await server.request('GET', '/metrics');
    const { node } = process.versions;
    const labels = `version="${about.version}",node="${node}",engine="${engine}"`;
    assert.ok(text.includes(`\nkisima_build_info{${labels}} 1\n`));
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    assert.ok(figure('kisima_database_bytes') > 100_000);
    assert.ok(figure('kisima_disk_free_bytes') > 0);
    assert.ok(figure('kisima_disk_bytes') > figure('kisima_disk_free_bytes'));
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
