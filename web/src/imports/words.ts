import { words } from '../words/words.ts';

export const say = words({
  importing: ['Importing devices: {done} of {total}', 'Vifaa vinaletwa: {done} kati ya {total}'],
  imported: [
    'Import finished: {count} registered, {refused} refused. Look.',
    'Kuleta kumekamilika: {count} vimesajiliwa, {refused} vimekataliwa. Tazama.',
  ],
  changing: ['{what}: {done} of {total}', '{what}: {done} kati ya {total}'],
  changed: [
    '{what}: {count} done, {refused} not. Look.',
    '{what}: {count} vimekamilika, {refused} havikuwezekana. Tazama.',
  ],
  progress: ['Progress of the import', 'Maendeleo ya kuleta orodha'],
});
