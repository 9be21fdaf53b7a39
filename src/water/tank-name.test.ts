import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tankName } from './tank-name.ts';

describe('what a tank is called', () => {
  it('is its name, in any language', () => {
    const roof = { name: 'Roof', macOrSerial: 'AA:BB:CC:DD:EE:01' };
    assert.equal(tankName(roof, 'sw'), 'Roof');
    assert.equal(tankName(roof, 'en', { isAlone: false }), 'Roof');
  });

  it('is “your tank” without a name, with the end of its label only among several', () => {
    const nameless = { name: null, macOrSerial: 'AA:BB:CC:DD:EE:01' };
    assert.equal(tankName(nameless, 'en'), 'Your tank');
    assert.equal(tankName(nameless, 'sw'), 'Tangi lako');
    assert.equal(tankName(nameless, 'sw', { isAlone: false }), 'Tangi lako (EE01)');
    const shared = { isOwn: false };
    assert.equal(tankName(nameless, 'en', shared), 'Water tank');
    assert.equal(tankName(nameless, 'sw', { ...shared, isAlone: false }), 'Tangi la maji (EE01)');
    const serial = { name: null, macOrSerial: 'KS-2026.0042' };
    assert.equal(tankName(serial, 'en', { isAlone: false }), 'Your tank (0042)');
  });
});
