import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type IncidentKind, incidentKinds, kinds } from '../incidents/kinds.ts';
import { deviceDetectors } from './device-detectors.ts';
import { tankDetectors } from './tank/tank-detectors.ts';

const found = (where: 'reading' | 'health') =>
  incidentKinds.filter((kind) => kinds[kind].foundIn === where).sort();
const kindsOf = (all: readonly { kind: IncidentKind }[]) => all.map(({ kind }) => kind).sort();

describe('the lists of detectors', () => {
  it('name one for each kind that is found in readings', () => {
    assert.deepEqual(kindsOf(tankDetectors), found('reading'));
  });

  it('name one for each kind that is found in what a device says of itself', () => {
    assert.deepEqual(kindsOf(deviceDetectors), found('health'));
  });
});
