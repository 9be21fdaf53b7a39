import { words } from '../../words/words.ts';

export const say = words({
  fullByNow: ['Perhaps full by now', 'Huenda limejaa sasa'],
  fullIn: ['Full in about {span}', 'Litajaa baada ya {span} hivi'],
  fullInRange: [
    'Full in about {span}, between {low} and {high}',
    'Litajaa baada ya {span} hivi, kati ya {low} na {high}',
  ],
  supplyNow: [
    'Water should be coming now, until {until}.',
    'Maji yanapaswa kuwa yanakuja sasa, hadi {until}.',
  ],
  lasts: [
    'Lasts until water comes again ({when}): about {left} will be left.',
    'Yatatosha hadi maji yaje tena ({when}): yatabaki {left} hivi.',
  ],
  lastsLikely: [
    'Should last until water comes again ({when}), with about {left} left.',
    'Huenda yakatosha hadi maji yaje tena ({when}), yakibaki {left} hivi.',
  ],
  lastsUnlikely: [
    'May not last until water comes again ({when}); about {left} would be left.',
    'Huenda yasitoshe hadi maji yaje tena ({when}); yangebaki {left} hivi.',
  ],
  lastsNot: [
    'Will not last until water comes again ({when}).',
    'Hayatatosha hadi maji yaje tena ({when}).',
  ],
});
