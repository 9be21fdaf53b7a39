import { words } from '../../words/words.ts';

export const say = words({
  title: ['QR labels', 'Lebo za QR'],
  back: ['Add a device', 'Ongeza kifaa'],
  hint: [
    'For label sheets of A4 with 3 × 8 labels of 70 × 37 mm. Print at 100 %, without margins.',
    'Kwa karatasi za A4 zenye lebo 3 × 8 za mm 70 × 37. Chapisha kwa 100 %, bila pambizo.',
  ],
  print: ['Print', 'Chapisha'],
  which: ['Which devices', 'Vifaa gani'],
  all: ['All', 'Vyote'],
  none: ['None', 'Hakuna'],
  skip: [
    'Labels of the first sheet that are used up',
    'Lebo za karatasi ya kwanza zilizokwisha tumika',
  ],
  count: [
    { one: '{count} label on {sheets}', other: '{count} labels on {sheets}' },
    { one: 'Lebo {count} kwenye {sheets}', other: 'Lebo {count} kwenye {sheets}' },
  ],
  sheets: [
    { one: '{count} sheet', other: '{count} sheets' },
    { one: 'karatasi {count}', other: 'karatasi {count}' },
  ],
  sheet: ['Sheet {number}', 'Karatasi ya {number}'],
  noDevice: ['No device yet', 'Hakuna kifaa bado'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  codeOf: ['QR code of {name}', 'Msimbo wa QR wa {name}'],
});
