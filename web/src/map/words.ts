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
  legend: [
    'A number in one ring is the level in percent; in two rings it counts the tanks there.',
    'Namba kwenye duara moja ni kiwango kwa asilimia; kwenye duara mbili ni idadi ya matangi.',
  ],
  offline: ['Offline', 'Haipatikani'],
  devices: ['Devices on the map', 'Vifaa kwenye ramani'],
  fixes: ['The last positions of {name}', 'Mahali pa mwisho pa {name}'],
  open: ['Open the tank', 'Fungua tangi'],
  noTiles: [
    'The map pictures cannot be had, so only the outline of Kenya and its towns are drawn.',
    'Picha za ramani hazipatikani, kwa hiyo mpaka wa Kenya na miji yake tu imechorwa.',
  ],
  seen: ['Position of {when}', 'Mahali pa {when}'],
  label: ['Map of your devices', 'Ramani ya vifaa vyako'],
  zoomIn: ['Zoom in', 'Sogeza karibu'],
  zoomOut: ['Zoom out', 'Sogeza mbali'],
  clusterName: [
    { one: '{count} tank, worst: {state}', other: '{count} tanks, worst: {state}' },
    {
      one: 'Tangi {count}, baya zaidi: {state}',
      other: 'Matangi {count}, baya zaidi: {state}',
    },
  ],
  together: [
    { one: '{count} tank at this spot', other: '{count} tanks at this spot' },
    { one: 'Tangi {count} mahali hapa', other: 'Matangi {count} mahali hapa' },
  ],
  search: ['Search by name or MAC', 'Tafuta kwa jina au MAC'],
  nothingFits: ['Nothing fits.', 'Hakuna kinachofaa.'],
  more: [
    { one: '{count} more: search for it.', other: '{count} more: search for one.' },
    { one: 'Kuna {count} zaidi: kitafute.', other: 'Kuna {count} zaidi: tafuta kimoja.' },
  ],
});
