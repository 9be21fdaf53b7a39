import { words } from '../../words/words.ts';

export const say = words({
  usual: ['A usual day', 'Siku ya kawaida'],
  busiest: [
    'Most is used from {from} to {until}: {share} of a usual day.',
    'Matumizi makubwa ni kati ya {from} na {until}: {share} ya siku ya kawaida.',
  ],
  tooLittle: [
    'After two days of readings it stands here at which hours water is used.',
    'Baada ya siku mbili za vipimo, hapa utaona saa za matumizi ya maji.',
  ],
  noisy: [
    'The sensor moves too much to tell at which hours water is used.',
    'Kihisi kinayumba mno, hatuwezi kujua saa za matumizi ya maji.',
  ],
});
