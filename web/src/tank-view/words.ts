import { words } from '../words/words.ts';

export const say = words({
  normal: ['Normal', 'Sawa'],
  low: ['Low', 'Chini'],
  veryLow: ['Very low', 'Chini sana'],
  high: ['High', 'Juu'],
  veryHigh: ['Nearly overflowing', 'Karibu kufurika'],
  noReading: ['No reading yet', 'Hakuna kipimo bado'],
  online: ['Online', 'Mtandaoni'],
  offline: ['Offline', 'Hakipatikani'],
  heard: ['Heard {when}', 'Kilisikika {when}'],
  neverHeard: ['Never heard', 'Hakijasikika'],
  pumpOn: ['Pump on', 'Pampu imewaka'],
  pumpOff: ['Pump off', 'Pampu imezimwa'],
  emptyIn: ['Empty in about {span}', 'Yataisha baada ya {span} hivi'],
  emptyInRange: [
    'Empty in about {span}, between {low} and {high}',
    'Yataisha baada ya {span} hivi, kati ya {low} na {high}',
  ],
  emptyByNow: ['Perhaps empty by now', 'Huenda yameisha sasa'],
  unread: [
    { one: '{count} new alert', other: '{count} new alerts' },
    { one: 'Tahadhari {count} mpya', other: 'Tahadhari {count} mpya' },
  ],
  tanks: ['Tanks', 'Matangi'],
  levelOf: ['Water level of {name}', 'Kiwango cha maji, {name}'],
});
