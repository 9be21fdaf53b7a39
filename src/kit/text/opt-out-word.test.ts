import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readNamedOptOut, readOptOutWord, stopWords } from './opt-out-word.ts';

const stops = [
  ...[
    'Stop these messages',
    'stop the sms',
    'Stop your messages',
    'stop sending me promotional messages',
  ],
  ...[
    'stop sending sms to my number',
    'Stop messaging me',
    'stop spamming me',
    'Stop bothering me!',
  ],
  ...[
    'Remove me from your list',
    'Unsubscribe from this service',
    'remove my number from the list',
  ],
  ...['Stop, sitaki', 'STOP UNSUBSCRIBE', 'stop and remove me', 'opt me out of your messages'],
  ...['Sitaki kupokea ujumbe wenu', 'Sitaki kutumiwa sms', 'Sitaki kupata meseji zenu'],
  ...[
    'Stop receiving messages',
    'Acha, sitaki meseji zenu',
    'Niondoe kwenye orodha',
    'Niondoe kwenye orodha yenu tafadhali',
  ],
  ...['Toa namba yangu', 'Futa namba yangu', 'toa jina langu kwenye orodha', 'Acha kunisumbua'],
  ...['KISIMA STOP', 'Kisima, stop sms', 'stop kisima messages', 'please stop sms from Kisima'],
];
const others = [
  ...['stop the pump', 'stop my order', 'start stop', "don't stop", 'do not stop the messages'],
  ...[
    'remove the tank',
    'futa',
    'toa maji',
    'toa',
    'futa order yangu',
    'cancel the tanker',
    'opt me in',
  ],
  ...['stop start', 'stop the water from the tank', 'acha maji', 'the stop', 'my messages stop'],
  ...[
    'remove sludge from my tank',
    'stop at the shop',
    'stop messages from 22385',
    'Kisima start stop',
  ],
];

describe('a stop in words of its own', () => {
  it('is read whatever it says of what is to stop, and not where it is about something else', () => {
    for (const text of stops) assert.equal(readOptOutWord(text, 'KISIMA'), 'stop', text);
    for (const text of others) assert.equal(readOptOutWord(text, 'KISIMA'), undefined, text);
  });

  it('is a word of a stop and then any of what can stop, in any order, unless one other word is there', () => {
    const objects =
      'the these your all promotional sms messages meseji zenu hizi from my number list'.split(' ');
    const said = fc.array(fc.constantFrom(...objects), { maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...stopWords), said, fc.nat(6), (stop, more, at) => {
        assert.equal(readOptOutWord([stop, ...more].join(' ')), 'stop');
        const other = [stop, ...more.slice(0, at), 'pump', ...more.slice(at)];
        assert.equal(readOptOutWord(other.join(' ')), undefined);
      }),
    );
  });

  it('names the sender before it or behind it', () => {
    const of = (word: 'stop' | 'start', name: string) => ({ word, name });
    const table = [
      ['KISIMA STOP', of('stop', 'KISIMA')],
      ['Maji Ltd: start', of('start', 'MAJI LTD')],
      ['Stop messages from Kisima', of('stop', 'KISIMA')],
      ['Stop kwa Maji Ltd', of('stop', 'MAJI LTD')],
      ['STOP My Shop', of('stop', 'MY SHOP')],
      ['stop', undefined],
      ['Kisima', undefined],
    ] as const;
    for (const [text, named] of table) assert.deepEqual(readNamedOptOut(text), named, text);
  });
});
