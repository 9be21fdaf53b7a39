import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, it } from 'node:test';
import { describeOnBothEngines, useTestServer } from './helpers/server/test-server.ts';

type Panel = { id: number; title: string; type: string; targets?: { expr: string }[] };

const read = (file: string) =>
  readFileSync(new URL(`../docs/examples/${file}`, import.meta.url), 'utf8');
const rules = read('prometheus-alerts.yml');
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describeOnBothEngines('the examples for Prometheus and Grafana', (engine) => {
  const server = useTestServer({ engine });
  let series: Map<string, string>;
  before(async () => {
    const { text } = await server.request('GET', '/metrics');
    series = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
  });

  /** A histogram has three series. */
  const isThere = (name: string) =>
    series.has(name) || series.get(name.replace(/_(bucket|count|sum)$/, '')) === 'histogram';
  const missing = (text: string) => {
    const names = text.match(/\b(kisima|process|nodejs)_\w+/g) ?? [];
    assert.ok(names.length > 10);
    return names.filter((name) => !isThere(name));
  };

  it('name nothing that /metrics does not answer', () => {
    assert.deepEqual(missing(rules.replaceAll(/^ +summary: .*/gm, '')), onlyWithReplica);
    assert.deepEqual(missing(expressions.join('\n')), []);
  });

  it('count from 0 on what an alert waits to see increase, so that the first time counts', async () => {
    const { text } = await server.request('GET', '/metrics');
    const counted = [...rules.matchAll(/increase\((\w+)(?:\{([^}]*)\})?\[/g)];
    assert.ok(counted.length >= 4);
    for (const [, name = '', labels = ''] of counted) {
      const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
      assert.ok(
        lines.some((line) => line.includes(labels) && line.endsWith(' 0')),
        `${name}{${labels}}: ${lines.join()}`,
      );
    }
  });

  it('count wrong passwords and keys under the routes that an alert waits for', async () => {
    const [, routes = '', statuses = ''] =
      /KisimaSomebodyGuesses[\s\S]*?route=~"(.+?)", status=~"(.+?)"/.exec(rules) ?? [];
    const json = { email: 'nobody@example.org', password: 'wrong horse battery' };
    await server.request('POST', '/api/auth.php?action=login', { json });
    const reset = { token: 'none', password: 'wrong horse battery' };
    await server.request('POST', '/api/auth.php?action=reset-password', { json: reset });
    const headers = { 'x-api-key': `ksm_${'x'.repeat(43)}` };
    await server.request('GET', '/v1/sms/balance', { headers });
    const { text } = await server.request('GET', '/metrics');
    const count = /^kisima_http_request_duration_seconds_count\{.*route="(.*?)",status="(\d+)"/gm;
    const counted = [...text.matchAll(count)]
      .filter(([, route = '', status = '']) => isWhole(routes, route) && isWhole(statuses, status))
      .map(([, route, status]) => `${route} ${status}`);
    assert.deepEqual(counted.sort(), [
      '/api/auth.php?action=login 401',
      '/api/auth.php?action=reset-password 401',
      '/v1/sms/balance 403',
    ]);
  });

  it('have a test of each alert: quiet where all is well, firing where nothing is', () => {
    const tests = read('prometheus-alerts.test.yml');
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const quiet = [...tests.matchAll(/alertname: (\w+) \}/g)].map(([, name]) => name);
    const firing = [...tests.matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name);
    assert.deepEqual([quiet, new Set(firing)], [alerts, new Set(alerts)]);
  });

  it('show each figure that the program tells of itself somewhere', () => {
    const names = `${rules}${expressions.join('\n')}`.match(/\bkisima_\w+/g) ?? [];
    const shown = new Set(names.map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    const left = [...series.keys()].filter((name) => /^kisima_/.test(name) && !shown.has(name));
    assert.deepEqual(left.sort(), notShown);
  });

  it('give each panel a place of its own and something to show', () => {
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    for (const { title, type, targets = [] } of dashboard.panels) {
      assert.equal(targets.length > 0, type !== 'row', title);
    }
  });
});

/** As Prometheus matches: the whole. */
function isWhole(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

/** Metrics of a server with a read replica alone; test/replica-lag.test.ts sees them there. */
const onlyWithReplica = ['kisima_read_replica_lag_seconds'];

/** Metrics for a closer look alone. */
const notShown = [
  'kisima_commit_batch_readings',
  'kisima_expired_rows_total',
  'kisima_lorawan_messages_total',
  'kisima_mqtt_connections',
  'kisima_mqtt_messages_total',
  'kisima_mqtt_turned_away_total',
  'kisima_reading_parts',
  'kisima_sms_commit_duration_seconds',
  'kisima_sms_commit_messages',
  'kisima_stream_events_total',
  'kisima_unknown_devices',
];
