import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { scannedIdentity } from './scanned-identity.ts';

const mac = 'AA:BB:CC:DD:EE:01';

describe('what a scanned code says of a device', () => {
  for (const [text, identity] of [
    [mac, mac],
    ['  aabb.ccdd.ee01\n', 'aabb.ccdd.ee01'],
    ['KS-2026/0042', 'KS-2026/0042'],
    [`https://kisima.example/devices/new?mac=${encodeURIComponent(mac)}`, mac],
    [`HTTPS://KISIMA.EXAMPLE/X?MAC=${mac}`, mac],
    ['https://maker.example/reg?serial=KS%2042&mac=', 'KS 42'],
    ['https://maker.example/d/KS-42/', 'KS-42'],
    ['https://maker.example/d/AA%3ABB%3ACC%3ADD%3AEE%3A01?lang=sw', mac],
    ['https://maker.example/d/100%', '100%'],
  ] as const) {
    it(`is ${identity} for ${JSON.stringify(text)}`, () => {
      assert.equal(scannedIdentity(text), identity);
    });
  }

  for (const text of [
    '',
    '   ',
    'https://maker.example/',
    'https://',
    'WIFI:S:home;T:WPA;P:secret;;',
    'BEGIN:VCARD\nEND:VCARD',
    'x'.repeat(65),
  ]) {
    it(`is nothing for ${JSON.stringify(text)}`, () => {
      assert.equal(scannedIdentity(text), undefined);
    });
  }

  it('is the serial that any address carries as its query or as its last part', () => {
    const serials = fc.string({
      minLength: 1,
      maxLength: 64,
      unit: fc.constantFrom(...'aZ09-_./?&#% ä'),
    });
    fc.assert(
      fc.property(serials, (serial) => {
        fc.pre(serial.trim() !== '' && !/^\.{1,2}$/.test(serial.trim()));
        const part = encodeURIComponent(serial);
        assert.equal(scannedIdentity(`https://a.example/?serial=${part}`), serial.trim());
        assert.equal(scannedIdentity(`https://a.example/d/${part}`), serial.trim());
      }),
    );
  });
});
