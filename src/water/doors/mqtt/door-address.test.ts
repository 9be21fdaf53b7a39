import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doorAddress } from './door-address.ts';

const off = { isOn: false, url: undefined, port: undefined, tls: undefined };
const none = { host: null, port: null, tls_port: null, websocket_path: null };

describe('where boards reach a server by MQTT', () => {
  it('is nowhere unless it is on', () => {
    assert.equal(doorAddress(off), undefined);
  });

  it('is this host, by the ports of its broker', () => {
    const embedded = { ...none, websocket_path: '/mqtt' };
    const on = { ...off, isOn: true };
    assert.deepEqual(doorAddress({ ...on, port: 1883 }), { ...embedded, port: 1883 });
    assert.deepEqual(doorAddress({ ...on, tls: { port: 8883 } }), { ...embedded, tls_port: 8883 });
    assert.deepEqual(doorAddress({ ...on, port: 0 }), embedded, 'one that the system chooses');
  });

  it('is the external broker, without user and password', () => {
    const cases = {
      'mqtt://broker.example.org': { host: 'broker.example.org', port: 1883 },
      'mqtts://kisima:secret@broker.example.org:8884': {
        host: 'broker.example.org',
        tls_port: 8884,
      },
      'mqtt://localhost:1884': { port: 1884 },
      'mqtt://127.0.0.1': { port: 1883 },
      'wss://broker.example.org/mqtt': { host: 'broker.example.org' },
    };
    for (const [url, address] of Object.entries(cases)) {
      assert.deepEqual(doorAddress({ ...off, isOn: true, url }), { ...none, ...address }, url);
    }
  });
});
