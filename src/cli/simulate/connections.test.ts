import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTlsProxy } from '../../../test/helpers/simulate/tls-proxy.ts';
import { withWorld } from '../../../test/helpers/simulate/world.ts';

const START = Date.parse('2026-11-21T08:00:00Z');
/** One request at a time, so that the owner needs one connection. */
const TEN_MINUTES = { durationSeconds: 600, concurrency: 1 };

test('a device keeps its connection, or opens one for each request', () =>
  withWorld(START, async ({ server, report }) => {
    const kept = await report(TEN_MINUTES);
    assert.deepEqual(kept.sockets, { most: 4, opened: 4 });
    assert.equal(server.connections, 4);
    const { sockets, tally } = await report({ ...TEN_MINUTES, connections: 'new' });
    assert.deepEqual([tally.sent, tally.polls], [30, 3]);
    assert.equal(sockets.opened, 1 + 30 + 3);
    assert.equal(server.connections, 4 + 34);
  }));

test('beyond the bound of kept connections a device opens one for each request', () =>
  withWorld(START, async ({ report }) => {
    const { sockets } = await report({ ...TEN_MINUTES, sockets: 2 });
    assert.equal(sockets.opened, 1 + 2 + 11);
  }));

test('the devices go to several owners in turn, who sign in with addresses of their own', () =>
  withWorld(START, async ({ server, run }) => {
    await run({ devices: 5, accounts: 2 });
    assert.deepEqual([...server.accounts.keys()], ['a@kisima.example', 'a-2@kisima.example']);
    assert.equal(server.devices.size, 5);
  }));

test('TLS through a proxy with its own certificate needs that certificate', () =>
  withWorld(START, async ({ server, run, report }) => {
    const proxy = await startTlsProxy(server.url);
    try {
      const secure = { ...TEN_MINUTES, url: `${proxy.url}/`, ca: proxy.certificate };
      for (const connections of ['kept', 'new'] as const) {
        const { tally, sockets } = await report({ ...secure, connections });
        assert.deepEqual([tally.stored, tally.unanswered], [30, 0]);
        assert.equal(sockets.opened, connections === 'kept' ? 4 : 34);
      }
      await assert.rejects(run({ ...secure, ca: null }), /self-signed certificate/);
    } finally {
      await proxy.close();
    }
  }));
