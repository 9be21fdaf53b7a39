import { words } from '../words/words.ts';

export const say = words({
  title: ['Map', 'Ramani'],
  back: ['More', 'Zaidi'],
  none: [
    'No device has said where it is yet. A device that sends its GPS position appears here.',
    'Hakuna kifaa kilichotuma mahali kilipo. Kifaa kinachotuma GPS kitaonekana hapa.',
  ],
  good: ['Level normal', 'Kiwango sawa'],
  warning: ['To watch', 'Ya kuangaliwa'],
  danger: ['Critical', 'Hatari'],
  devices: ['Devices on the map', 'Vifaa kwenye ramani'],
  fixes: ['The last positions of {name}', 'Mahali pa mwisho pa {name}'],
  open: ['Open the tank', 'Fungua tangi'],
  noTiles: [
    'The map pictures cannot be had, so only the outline of Kenya is drawn.',
    'Picha za ramani hazipatikani, kwa hiyo mpaka wa Kenya pekee umechorwa.',
  ],
  seen: ['Position of {when}', 'Mahali pa {when}'],
  label: ['Map of your devices', 'Ramani ya vifaa vyako'],
});
