import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/helpers/any-character.ts';
import { isLoopback, matchesHost, parseHost } from './host-check.ts';

const port = fc.option(fc.nat(65_535), { nil: undefined });
const withPort = (host: string, number: number | undefined) =>
  number === undefined ? host : `${host}:${number}`;

describe('a Host header', () => {
  it('is read as a URL is, with or without a port', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4()), port, (host, number) => {
        const parsed = parseHost(withPort(host.toUpperCase(), number));
        assert.equal(parsed?.name, new URL(`http://${host}`).hostname);
        assert.equal(parsed?.isAddress, /^[\d.]+$/.test(host));
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), port, (address, number) => {
        const parsed = parseHost(withPort(`[${address}]`, number));
        assert.deepEqual(parsed, { name: address.toLowerCase(), isAddress: true });
      }),
    );
  });

  it('is nothing but a host, whatever else it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const parsed = parseHost(text);
        if (parsed) assert.match(parsed.name, /^[\w.:-]*$/);
      }),
    );
    const wrong = [
      'a b',
      'a,b',
      'a/b',
      'user@a',
      'a:b',
      'a:65536',
      'a:1:2',
      '::1',
      '[::1',
      '[a]',
      '[]',
      'ü',
    ];
    for (const text of wrong) assert.equal(parseHost(text), undefined, text);
  });

  it('may be empty, or end with a dot', () => {
    assert.deepEqual(parseHost(''), { name: '', isAddress: false });
    assert.deepEqual(parseHost('Localhost.:80'), { name: 'localhost', isAddress: false });
    assert.deepEqual(parseHost('localhost:'), { name: 'localhost', isAddress: false });
  });
});

describe('names of hosts', () => {
  it('are of this machine alone where the standards say so', () => {
    for (const host of ['localhost', 'tanks.localhost', '::1', '127.0.0.1', '127.9.9.9']) {
      assert.ok(isLoopback(host), host);
    }
    for (const host of [
      '',
      'notlocalhost',
      'localhost.example',
      '127.example',
      '128.0.0.1',
      '::2',
    ]) {
      assert.ok(!isLoopback(host), host);
    }
  });

  it('fit a pattern that is the name, or of all below one, or of any', () => {
    fc.assert(
      fc.property(fc.domain(), fc.domain(), (name, other) => {
        assert.ok(matchesHost(name, [other, name]));
        assert.ok(matchesHost(name, ['*']));
        assert.ok(matchesHost(name, [`.${name}`]));
        assert.ok(matchesHost(`www.${name}`, [`.${name}`]));
        assert.ok(!matchesHost(`www${name}`, [`.${name}`, name]));
        assert.ok(!matchesHost(`www.${name}`, [name]));
        assert.ok(!matchesHost(`${name}.evil`, [`.${name}`, name]));
        assert.ok(!matchesHost(name, []));
      }),
    );
  });
});
