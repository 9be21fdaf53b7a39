import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fault } from '../../../../src/kit/api/failures/faults.ts';
import { deviceFile, readDeviceFile } from './device-file.ts';

const read = (text: string) =>
  readDeviceFile(text).map(({ at, macOrSerial, name, capacity, high, low, problem }) => [
    at,
    macOrSerial,
    name,
    capacity,
    high,
    low,
    problem?.kind,
  ]);
const none = undefined;

describe('a file of devices', () => {
  it('is read in order where it has no header, with what is left empty undefined', () => {
    assert.deepEqual(read('AA:BB:CC:DD:EE:01,Roof,5000,95,15\n\nKS-2'), [
      [1, 'AA:BB:CC:DD:EE:01', 'Roof', 5000, 95, 15, none],
      [3, 'KS-2', none, none, none, none, none],
    ]);
  });

  it('is read by its header, in any order, in English or Swahili, with any separator', () => {
    assert.deepEqual(read('﻿Name;Serial number;High (%)\r\nRoof;KS-1;95\r\n'), [
      [2, 'KS-1', 'Roof', none, 95, none, none],
    ]);
    assert.deepEqual(read('jina\tkifaa\tujazo\nPaa\tKS-1\t2000'), [
      [2, 'KS-1', 'Paa', 2000, none, none, none],
    ]);
    assert.deepEqual(read('"MAC/Serial","Name"\n"KS-1","Roof, east"'), [
      [2, 'KS-1', 'Roof, east', none, none, none, none],
    ]);
  });

  it('may have units and thousands', () => {
    assert.deepEqual(read('KS-1;A;1,000 L;90 %;20%\nKS-2;B;10 000'), [
      [1, 'KS-1', 'A', 1000, 90, 20, none],
      [2, 'KS-2', 'B', 10000, none, none, none],
    ]);
  });

  it('has lines that cannot be tried', () => {
    const rows = readDeviceFile(
      'KS-1\nAABBCCDDEE01\n,Roof\nKS-3,,lots\nks-1\naa-bb-cc-dd-ee-01\nKS-4,"x',
    );
    assert.deepEqual(
      rows.map(({ at, problem }) => [at, problem]),
      [
        [1, undefined],
        [2, undefined],
        [3, { kind: 'noIdentity' }],
        [4, { kind: 'noNumber', text: 'lots' }],
        [5, { kind: 'repeated', line: 1 }],
        [6, { kind: 'repeated', line: 2 }],
        [7, { kind: 'quotes' }],
      ],
    );
  });

  it('has what the API would refuse named column by column', () => {
    const [row] = readDeviceFile(`AA:BB:CC:DD:EE:0Z,${'x'.repeat(101)},50,101,0.5`);
    assert.deepEqual(row?.problem, {
      kind: 'wrong',
      faults: [
        { column: 'mac_or_serial', message: fault('macOrSerial') },
        { column: 'name', message: 'must have at most 100 characters' },
        { column: 'capacity', message: 'must be at least 100' },
        { column: 'high', message: 'must be at most 99' },
        { column: 'low', message: 'must be an integer' },
      ],
    });
  });

  it('of failed lines reads back as it was', () => {
    const text = fc.string({
      unit: fc.constantFrom(...`aZ0 ,;"'=+-@ä`),
      minLength: 1,
      maxLength: 12,
    });
    const rows = fc.array(fc.record({ macOrSerial: text, name: text }), { maxLength: 8 });
    fc.assert(
      fc.property(rows, (given) => {
        const failed = given.map(({ macOrSerial, name }, index) => ({
          row: {
            at: index + 2,
            macOrSerial: macOrSerial.trim(),
            name: name.trim() || undefined,
            capacity: 1000,
            high: undefined,
            low: 20,
            problem: undefined,
            cells: [macOrSerial.trim(), name.trim(), '1000', '', '20'],
          },
          problem: 'It failed, "somehow"',
        }));
        const again = readDeviceFile(deviceFile(failed));
        assert.deepEqual(
          again.map(({ problem: _, ...row }) => row),
          failed.map(({ row: { problem: _, ...row } }) => row),
        );
      }),
    );
  });
});
