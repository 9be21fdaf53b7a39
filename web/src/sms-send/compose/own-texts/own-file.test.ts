import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillTexts, isUnfilled, ownMessages, readOwnFile } from './own-file.ts';

const nameColumn = (at: number) => `Column ${at}`;
const bills = [
  'Mteja;Namba ya simu;Salio (KES);Notes;Notes',
  'Asha;0712345678;"1,200";"a',
  'b";{x}',
  'Otieno;712345679;;c;',
  ';0712345680;900;;',
  'Nobody;;900;;',
].join('\n');

describe('a file for texts', () => {
  const file = readOwnFile(bills, undefined, nameColumn);

  it('has its columns by their headings, whatever they are', () => {
    assert.deepEqual(file.columns, ['Mteja', 'Namba ya simu', 'Salio (KES)', 'Notes', 'Notes 5']);
    assert.deepEqual([file.people.length, file.phone], [3, 1]);
    const bare = readOwnFile('0712345678,Asha\n0712345679,Otieno', undefined, nameColumn);
    assert.deepEqual(bare.columns, ['Column 1', 'Column 2']);
    assert.equal(fillTexts(bare, 'Hi {column 2}').texts[1]?.text, 'Hi Otieno');
  });

  it('names the lines whose number is wrong or missing, and what was read otherwise', () => {
    assert.deepEqual(file.rejected, [{ line: 6, to: '', error: 'has no phone number' }]);
    assert.deepEqual(file.mended, [
      { line: 4, written: '712345679', note: 'had lost the zero in front' },
    ]);
    const wrong = readOwnFile(
      'Mteja,Simu\nAsha,0712 34\nOtieno,2.54712E+11',
      undefined,
      nameColumn,
    );
    assert.deepEqual(
      wrong.rejected.map(({ line, to, error }) => [line, to, error.split(' ')[0]]),
      [
        [2, '0712 34', 'is'],
        [3, '2.54712E+11', 'lost'],
      ],
    );
  });

  it('gives each person a text, and says who has no value', () => {
    const filled = fillTexts(file, '{mteja}, lipa {Salio (KES)}: {Notes}');
    assert.deepEqual(
      filled.texts.map(({ to, text }) => [to, text]),
      [['254712345678', 'Asha, lipa 1,200: a b']],
    );
    assert.deepEqual(
      filled.missing.map(({ line, column }) => [line, column]),
      [
        [4, 'Salio (KES)'],
        [5, 'Mteja'],
      ],
    );
  });

  it('tells a placeholder that is none, and no other', () => {
    const { template } = fillTexts(file, '{mtaja} {Notes 5}');
    assert.deepEqual(template.unknown, [{ placeholder: '{mtaja}', meant: '{Mteja}' }]);
    assert.deepEqual(ownMessages(fillTexts(file, 'Hi {Notes 5} \\{y}')), [
      { to: '254712345678', text: 'Hi \\{x} \\{y}' },
    ]);
    assert.equal(isUnfilled(fillTexts(file, 'Hi \\{zip}'), false), false);
    assert.equal(isUnfilled(fillTexts(file, 'Hi {zip}'), true), true);
    for (const isLeftOut of [false, true]) {
      assert.equal(isUnfilled(fillTexts(file, 'Hi {Mteja}'), isLeftOut), !isLeftOut);
    }
  });
});
