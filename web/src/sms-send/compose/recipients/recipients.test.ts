import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readContactFile } from '../../../../../src/sms/contact-files/contact-file.ts';
import { addLines, linesOfFile, readRecipients } from './recipients.ts';

const numbersOf = (text: string) => readRecipients(text).map(({ to }) => to);

describe('readRecipients', () => {
  it('reads a number a line, several in one, and names on either side', () => {
    const text = '0712 345 678\n\n0733000001, +254 733 000 002;0733000003\nWanjiku K, 0711000000\n';
    assert.deepEqual(readRecipients(text), [
      { to: '0712 345 678', name: null, line: 1 },
      { to: '0733000001', name: null, line: 3 },
      { to: '+254 733 000 002', name: null, line: 3 },
      { to: '0733000003', name: null, line: 3 },
      { to: '0711000000', name: 'Wanjiku K', line: 4 },
    ]);
    assert.equal(readRecipients('0711000000\tOtieno')[0]?.name, 'Otieno');
    assert.equal(readRecipients('0711000000,"Otieno, B"')[0]?.name, 'Otieno B');
  });

  it('loses nothing that is no number', () => {
    assert.deepEqual(numbersOf('0712345678, 0800\nnobody, at all\r\n07O0000000'), [
      '0712345678',
      '0800',
      'nobody, at all',
      '07O0000000',
    ]);
  });

  it('gives back as many numbers as were written, however they stand', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 99_999_999 }));
    const between = fc.constantFrom('\n', ',', ' ; ', '\t', '\r\n', ', Wanjiku\n');
    fc.assert(
      fc.property(numbers, between, (some, mark) => {
        const written = some.map((each) => `07${String(each).padStart(8, '0')}`);
        assert.deepEqual(numbersOf(written.join(mark)), written);
      }),
    );
  });
});

const linesOf = (file: string) => linesOfFile(readContactFile(file, 10_000));

describe('linesOfFile', () => {
  it('finds the numbers by the names of the columns', () => {
    const file = '\uFEFFId;Jina;Simu\n1;Wanjiku;0712 345 678\n2;"Otieno, B";0733000001\n3;;0800\n';
    assert.equal(linesOf(file), '0712 345 678, Wanjiku\n0733 000 001, Otieno  B\n0800');
  });

  it('takes a file without them as if it had been typed', () => {
    assert.deepEqual(numbersOf(linesOf('0712345678\r\n0733000001,Otieno\r\n')), [
      '0712 345 678',
      '0733 000 001',
    ]);
    const row = linesOf('0712345678,733000001,0733000002');
    assert.deepEqual(numbersOf(row), ['0712 345 678', '0733 000 001', '0733 000 002']);
  });

  it('comes after what is there', () => {
    assert.equal(addLines(' \n', '0712345678'), '0712345678');
    assert.equal(addLines('0733000001\n', '0712345678'), '0733000001\n0712345678');
  });
});
