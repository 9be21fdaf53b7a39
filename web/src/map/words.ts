import { words } from '../words/words.ts';

export const say = words({
  title: ['Map', 'Ramani'],
  back: ['More', 'Zaidi'],
  none: [
    'No device has a place yet. One that sends its GPS position appears here by itself; others can be placed on the map.',
    'Hakuna kifaa chenye mahali bado. Kinachotuma GPS kitaonekana hapa chenyewe; vingine vinaweza kuwekwa kwenye ramani.',
  ],
  good: ['Level normal', 'Kiwango sawa'],
  warning: ['To watch', 'Ya kuangaliwa'],
  danger: ['Critical', 'Hatari'],
  legend: [
    'A number in one ring is the level in percent; in two rings it counts the tanks there.',
    'Namba kwenye duara moja ni kiwango kwa asilimia; kwenye duara mbili ni idadi ya matangi.',
  ],
  offline: ['Offline', 'Hakipatikani'],
  devices: ['Devices on the map', 'Vifaa kwenye ramani'],
  fixes: ['The last positions of {name}', 'Mahali pa mwisho pa {name}'],
  open: ['Open the tank', 'Fungua tangi'],
  noTiles: [
    'The map pictures cannot be had, so only the outline of Kenya and its towns are drawn.',
    'Picha za ramani hazipatikani, kwa hiyo mpaka wa Kenya na miji yake tu imechorwa.',
  ],
  seen: ['Position of {when}', 'Mahali pa {when}'],
  label: ['Map of your devices', 'Ramani ya vifaa vyako'],
  noFixes: ['It has sent no position itself.', 'Chenyewe hakijatuma mahali.'],
  unplaced: ['Devices without a place', 'Vifaa visivyo na mahali'],
  unplacedHint: ['Choose one to place it on the map.', 'Chagua kimoja ili ukiweke kwenye ramani.'],
  placeOnMap: ['Place on the map', 'Weka kwenye ramani'],
  placing: ['Where does {name} stand?', '{name} kipo wapi?'],
  placingHint: [
    'Zoom in, then tap the spot on the map.',
    'Sogeza karibu, kisha gusa mahali kwenye ramani.',
  ],
  pinAt: [
    'At {place}. Tap elsewhere or drag the pin to move it.',
    'Kwenye {place}. Gusa pengine au buruta pini ili kukisogeza.',
  ],
  savePlace: ['Save the place', 'Hifadhi mahali'],
  middle: ['Take the middle of the map', 'Chukua katikati ya ramani'],
  takeAway: ['Take the place away', 'Ondoa mahali'],
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
