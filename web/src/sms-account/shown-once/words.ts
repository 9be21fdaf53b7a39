import { words } from '../../words/words.ts';

export const say = words({
  onlyNow: [
    'This is the only time it is shown. Copy it now and keep it where only you can read it.',
    'Inaonyeshwa mara hii moja tu. Inakili sasa na uitunze mahali unapoweza kuisoma wewe pekee.',
  ],
  haveIt: ['I have kept it', 'Nimeitunza'],
});
