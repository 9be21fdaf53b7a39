import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readNamedOptOut, readOptOutWord, startWords, stopWords } from './opt-out-word.ts';

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
  ...['Sitaki kupokea simu yako', 'Sitaki kupata huduma hii', 'Cancel getting this number'],
  ...['Sitaki kupokea maji', 'Sitaki kutumiwa pesa'],
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

describe('words that end and resume promotional messages', () => {
  const anyCase = (word: string) =>
    fc
      .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
      .map((upper) => [...word].map((c, at) => (upper[at] ? c.toUpperCase() : c)).join(''));
  const space = fc.stringMatching(/^[ \t\r\n"*]{0,3}$/);
  const tail = fc.stringMatching(/^[ .,!?;:'")…-]{0,4}$/u);

  it('are read in any case, with space and punctuation around', () => {
    const written = ['stop-all', 'acha \n kutuma', 'opt-out', 'unsub', 'stop sub', 'end', 'sitaki'];
    for (const [word, meaning] of [
      ...[...stopWords, ...written].map((each) => [each.toLowerCase(), 'stop'] as const),
      ...startWords.map((each) => [each.toLowerCase(), 'start'] as const),
    ]) {
      fc.assert(
        fc.property(space, anyCase(word), tail, (before, text, after) => {
          assert.equal(readOptOutWord(before + text + after), meaning);
        }),
      );
    }
  });

  it('are read with the sender that they are meant for, said again, and in letters that phones put for them', () => {
    const at = (to: string, texts: string[], meaning?: 'stop' | 'start') => {
      for (const text of texts) assert.equal(readOptOutWord(text, to), meaning, text);
    };
    at('22384', ['STOP 22384', 'stop to 22384', 'Acha 22384.', 'STOP ALL 22384'], 'stop');
    at('KISIMA', ['STOP KISIMA', 'stop to Kisima', 'unsub kwa kisima'], 'stop');
    at('Maji & Co', ['STOP Maji & Co', 'stop maji co'], 'stop');
    at('22384', ['START 22384', 'anza kwa 22384', 'start\nstart'], 'start');
    at('22384', ['STOP STOP', 'stop\nSTOP', 'unsubscribe all', 'STOP MESSAGES'], 'stop');
    at('22384', ['ＳＴＯＰ', 'STOP\u200b', '\ufeffstop', 'STOP ❤️', 'STOP\0'], 'stop');
    at('22384', ['STOP 22385', 'STOP 2', '22384', 'start stop', '', 'all stop']);
  });

  it('are read with courtesies and with what is to stop, but no start that says more', () => {
    const stops = [
      ...[
        'please stop',
        'Stop please.',
        'tafadhali acha',
        'stop 22384 now',
        'pls STOP 22384 asante',
      ],
      ...[
        'stop sending me messages',
        'STOP TEXTING ME',
        'stop it!',
        'Stop marketing sms',
        'S.T.O.P',
      ],
      ...[
        'unsubscribe me',
        'remove my number',
        'opt me out',
        'STOP promotions',
        'cancel subscription',
      ],
      ...[
        'Wacha',
        'wacheni',
        'acha kunitumia meseji',
        'sitaki tena',
        'USINITUMIE',
        'Sitaki ujumbe wenu tena',
        'Usitume hizi sms',
        'ondoa namba yangu',
      ],
    ];
    for (const text of stops) assert.equal(readOptOutWord(text, '22384'), 'stop', text);
    for (const text of ['start please', 'please start', 'start service', 'start it now']) {
      const isAlone = text.includes('please');
      assert.equal(readOptOutWord(text, '22384'), isAlone ? 'start' : undefined, text);
    }
    const others = [
      'stop the pump',
      'sitaki maji leo',
      'please',
      'me stop',
      'stop my order',
      'acha maji',
    ];
    for (const text of others) assert.equal(readOptOutWord(text, '22384'), undefined, text);
  });

  it('are read above the signature of a phone, and not above another line', () => {
    const table: [string, 'stop' | 'start' | undefined][] = [
      ['STOP\n--\nSent from my phone', 'stop'],
      ['STOP\r\n-- \r\nWanjiku Kamau\r\nAccountant, Maji Mengi Ltd, P.O. Box 1, Nairobi', 'stop'],
      ['Stop\n\nSent from my iPhone', 'stop'],
      ['acha\nSent via Samsung Galaxy', 'stop'],
      ['STOP\nGet Outlook for Android', 'stop'],
      ['sitaki\nImetumwa kutoka simu yangu', 'stop'],
      ['STOP\n____', 'stop'],
      ['START\n--\nJane', 'start'],
      [`STOP\n--\n${'x'.repeat(500)}`, 'stop'],
      ['Stop. Thanks', 'stop'],
      ['STOP\nAsante', 'stop'],
      ['stop by tomorrow', undefined],
      ['Stop\nby tomorrow', undefined],
      ['Stop. The pump is broken', undefined],
      ['Stop - the pump is broken', undefined],
      ['STOP\nthe pump', undefined],
      ['The pump will not\n--\nSTOP', undefined],
      ['stop sent from the shop', undefined],
      ['\n--\nSTOP', undefined],
    ];
    for (const [text, meaning] of table) assert.equal(readOptOutWord(text, '22384'), meaning, text);
    const named = { word: 'stop', name: 'KISIMA' };
    assert.deepEqual(readNamedOptOut('STOP KISIMA\n--\nJane'), named);
  });

  it('are not read out of other words and sentences', () => {
    const others = [
      '',
      '.',
      'stopp',
      'non-stop',
      'STOP 5',
      'please',
      'acha kelele',
      'cancel my order',
      'stop all alarms',
      'kutuma acha',
    ];
    for (const text of [...others, '5stop', 'stopstop', 'anza!x', 'ſtop\u0301']) {
      assert.equal(readOptOutWord(text), undefined, text);
    }
  });
});
