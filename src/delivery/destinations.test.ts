import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createDestinations, isPublicAddress } from './destinations.ts';
import type { Resolve } from './resolve.ts';

const found = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const resolvesTo =
  (...addresses: string[]): Resolve =>
  (_hostname, _options, callback) =>
    callback(null, found(...addresses));

function lookUp(resolve: Resolve, all: boolean, allowPrivate = false): Promise<unknown> {
  const { lookup } = createDestinations({ allowPrivate, resolve });
  return new Promise((settle, reject) => {
    lookup('hook.example', { all }, (error, address) => (error ? reject(error) : settle(address)));
  });
}

describe('addresses that webhooks may go to', () => {
  it('are public ones', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.128.0.1']) {
      assert.ok(isPublicAddress(address), address);
    }
    for (const address of ['2606:4700::1111', '2a00:1450:4009::1', '2c0f:fe38::1']) {
      assert.ok(isPublicAddress(address), address);
    }
  });

  it('are not loopback, private, link-local, shared, documentation, multicast or reserved', () => {
    const wrong = [
      ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
      ...['172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.1.1'],
      ...['198.18.0.1', '198.51.100.1', '203.0.113.9', '224.0.0.1', '240.0.0.1'],
      ...['255.255.255.255', '::', '::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0'],
      ...['ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '64:ff9b::7f00:1'],
      ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:a00:1', '::127.0.0.1', '2606:4700::1%1'],
      ...['', 'localhost', '127.1', '0x7f.1'],
    ];
    for (const address of wrong) assert.ok(!isPublicAddress(address), address);
  });

  it('are never IPv4 in the clothes of IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        assert.ok(!isPublicAddress(`::ffff:${address}`));
        assert.ok(!isPublicAddress(`::${address}`));
      }),
    );
  });

  it('are refused in a URL however they are written', () => {
    const { refusalOf } = createDestinations({ allowPrivate: false });
    const wrong = ['127.0.0.1', '127.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:7f00:1]', '0'];
    wrong.push('localhost', 'LOCALHOST.', 'hook.localhost');
    for (const host of wrong) assert.ok(refusalOf(`http://${host}:80/`), host);
    for (const host of ['8.8.8.8', 'hook.example', '[2606:4700::1111]']) {
      assert.equal(refusalOf(`https://${host}/`), undefined);
    }
    const allowing = createDestinations({ allowPrivate: true });
    assert.equal(allowing.refusalOf('http://127.0.0.1/'), undefined);
    assert.equal(allowing.refusalOf('http://localhost/'), undefined);
  });
});

describe('looking up where a webhook goes', () => {
  it('gives the public addresses of a name, and no others', async () => {
    const both = resolvesTo('10.0.0.1', '8.8.8.8', '::1', '2606:4700::1111');
    assert.deepEqual(await lookUp(both, true), found('8.8.8.8', '2606:4700::1111'));
    assert.equal(await lookUp(both, false), '8.8.8.8');
  });

  it('fails where a name has private addresses only, or none', async () => {
    for (const resolve of [resolvesTo('127.0.0.1', '::1'), resolvesTo()]) {
      for (const all of [true, false]) {
        await assert.rejects(lookUp(resolve, all), /not a public one/);
      }
    }
    const missing: Resolve = (_host, _options, callback) => callback(new Error('ENOTFOUND'), []);
    await assert.rejects(lookUp(missing, true), /ENOTFOUND/);
  });

  it('gives private ones too where the operator allows it', async () => {
    assert.equal(await lookUp(resolvesTo('127.0.0.1'), false, true), '127.0.0.1');
  });
});
