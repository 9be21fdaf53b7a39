import { words } from '../words/words.ts';

export const say = words({
  time: ['Time {number}', 'Muda wa {number}'],
  from: ['From', 'Kuanzia'],
  until: ['Until', 'Hadi'],
  addTime: ['Add a time', 'Ongeza muda'],
  removeTime: ['Remove this time', 'Ondoa muda huu'],
  noDay: ['Choose at least one day.', 'Chagua angalau siku moja.'],
  timeFact: ['{days}: {from} to {until}', '{days}: {from} hadi {until}'],
  everyDay: ['Every day', 'Kila siku'],
});
