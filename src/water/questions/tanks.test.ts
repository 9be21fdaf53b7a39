import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTanks, type Named } from './tanks.ts';

const named = (device: string, sensorName: string): Named => ({
  device,
  sensorName,
  label: `${device}, ${sensorName}`,
});

const tanks = [
  named('Home', 'roof'),
  named('Home', 'ground'),
  named('Shop', 'roof-2'),
  named('Kâti', 'main'),
];

const found = (name: string) => findTanks(tanks, name).map(({ label }) => label);

describe('a tank', () => {
  it('is found by its whole name before others that begin so', () => {
    assert.deepEqual(found('ROOF'), ['Home, roof']);
    assert.deepEqual(found('home roof'), ['Home, roof']);
    assert.deepEqual(found('home'), ['Home, roof', 'Home, ground']);
  });

  it('is found by how a word of its name begins, else by any part', () => {
    assert.deepEqual(found('ro'), ['Home, roof', 'Shop, roof-2']);
    assert.deepEqual(found('gro'), ['Home, ground']);
    assert.deepEqual(found('hop'), ['Shop, roof-2']);
    assert.deepEqual(found('kati'), ['Kâti, main']);
  });

  it('is not found by what no tank is called', () => {
    assert.deepEqual(found('well'), []);
    assert.deepEqual(found('...'), []);
  });
});
