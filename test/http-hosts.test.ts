import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../src/config.ts';
import { startTestServer, type TestServer } from './helpers/server/test-server.ts';
import { readAnswer, sendText } from './helpers/sms/send-text.ts';

const push = 'mac_address=02:AB:CD:EF:01:01&water_level_percent=50';
const pushHead = [
  'POST /iot_push.php HTTP/1.1',
  'Content-Type: application/x-www-form-urlencoded',
  `Content-Length: ${push.length}`,
];

describe('the Host of a request', () => {
  let server: TestServer;
  before(async () => {
    const ALLOWED_HOSTS = 'tanks.example.org, .maji.example';
    server = await startTestServer({ engine: 'sqlite', env: { ALLOWED_HOSTS } });
  });
  after(() => server.stop());

  const ask = async (...lines: string[]) =>
    readAnswer(await sendText(server.url, `${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`));
  const get = (...headers: string[]) => ask('GET /healthz HTTP/1.1', ...headers);
  const pushTo = async (host: string) => {
    const text = [...pushHead, `Host: ${host}`, 'Connection: close', `\r\n${push}`].join('\r\n');
    return readAnswer(await sendText(server.url, text));
  };

  it('may be an address, a name of loopback, and a name of ALLOWED_HOSTS', async () => {
    for (const host of [
      '127.0.0.1',
      '192.168.1.20:8080',
      '[::1]:8080',
      'localhost:8080',
      'kisima.localhost',
      'tanks.example.org',
      'TANKS.example.org.:443',
      'maji.example',
      'nairobi.maji.example',
    ]) {
      assert.equal((await get(`Host: ${host}`)).status, 200, host);
      // No device has registered.
      assert.equal((await pushTo(host)).status, 404, host);
    }
  });

  it('is 421 where it is any other name, on every path, and the answer names the setting', async () => {
    for (const host of [
      'evil.example',
      'evil.example:8080',
      'a.tanks.example.org',
      'xmaji.example',
    ]) {
      const paths = ['/healthz', '/', '/openapi.json', '/api/devices.php?action=list', '/nope'];
      const answers = await Promise.all(
        paths.map((path) => ask(`GET ${path} HTTP/1.1`, `Host: ${host}`)),
      );
      for (const { status, headers, body } of [...answers, await pushTo(host)]) {
        assert.equal(status, 421, host);
        const { code, error } = JSON.parse(body);
        assert.equal(code, 'misdirected_request');
        assert.match(error, /ALLOWED_HOSTS/);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.ok(headers.get('x-request-id'));
      }
    }
  });

  it('is 400 where there are two, none, or no well-formed one', async () => {
    for (const hosts of [
      ['Host: localhost', 'Host: localhost'],
      ['Host: localhost', 'hOST: evil.example'],
      [],
      ['Host: a b'],
      ['Host: localhost:99999'],
      [`Host: ${'a'.repeat(300)}`],
    ]) {
      const { status, headers, body } = await get(...hosts);
      assert.equal(status, 400, hosts.join());
      assert.equal(JSON.parse(body).code, 'malformed_request');
      assert.equal(headers.get('cache-control'), 'no-store');
    }
  });

  it('may be missing from a request of HTTP/1.0, which has none', async () => {
    assert.equal((await ask('GET /healthz HTTP/1.0')).status, 200);
  });

  it('is judged anew for each of many names', async () => {
    const names = Array.from({ length: 1100 }, (_, index) => `name-${index}.example`);
    const text = [...names, 'localhost', 'name-1.example'].map(
      (name) => `GET /healthz HTTP/1.1\r\nHost: ${name}\r\n\r\n`,
    );
    const answers = await sendText(server.url, text.join(''), true);
    const statuses = Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) =>
      Number(status),
    );
    assert.deepEqual(statuses, [...names.map(() => 421), 200, 421]);
  });

  it('may be any where the operator says so', async () => {
    const open = await startTestServer({ engine: 'sqlite', env: { ALLOWED_HOSTS: '*' } });
    const text = 'GET /healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n';
    assert.equal(readAnswer(await sendText(open.url, text)).status, 200);
    await open.stop();
  });

  it('is warned of at the start, where others reach the server and no name is allowed', async () => {
    const warning = /"level":40,.*ALLOWED_HOSTS/;
    assert.doesNotMatch(server.logged(), warning);
    for (const env of [{ HOST: '0.0.0.0' }, { TRUST_PROXY: '127.0.0.1' }]) {
      const open = await startTestServer({ engine: 'sqlite', env });
      assert.match(open.logged(), warning);
      await open.stop();
    }
  });

  it('is a setting that takes names alone', () => {
    const { allowedHosts } = readConfig({
      ALLOWED_HOSTS: ' Tanks.example.org ,.b.example',
      HOST: 'db-1',
    });
    assert.deepEqual(allowedHosts, ['tanks.example.org', '.b.example', 'db-1']);
    assert.deepEqual(readConfig({}).allowedHosts, []);
    for (const wrong of ['https://a.example', 'a.example:80', 'a..b', '*.a.example', 'a,,b', ',']) {
      assert.throws(
        () => readConfig({ ALLOWED_HOSTS: wrong }),
        /ALLOWED_HOSTS must be names/,
        wrong,
      );
    }
  });
});
