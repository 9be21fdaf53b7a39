import { words } from '../words/words.ts';

export const say = words({
  title: ['Groups of tanks', 'Makundi ya matangi'],
  newGroup: ['New group', 'Kundi jipya'],
  none: ['No group yet.', 'Hakuna kundi bado.'],
  noneHint: [
    'A group adds up tanks that belong together, such as those of an estate, and is shared with people at once.',
    'Kundi hujumlisha matangi ya pamoja, kama ya mtaa mmoja, na hushirikishwa watu kwa mara moja.',
  ],
  missing: ['There is no such group', 'Hakuna kundi kama hili'],
  name: ['Name of the group', 'Jina la kundi'],
  nameHint: ['Such as: Estate A', 'Kwa mfano: Mtaa A'],
  make: ['Make the group', 'Unda kundi'],
  which: ['Which devices', 'Vifaa vipi'],
  noDevices: ['You have no device of your own yet.', 'Bado huna kifaa chako mwenyewe.'],
  sums: ['All together', 'Kwa pamoja'],
  ofCapacity: ['{litres} of {capacity}', '{litres} kati ya {capacity}'],
  online: ['{online} of {devices} online', '{online} kati ya {devices} mtandaoni'],
  low: [
    { one: '{count} low', other: '{count} low' },
    { one: '{count} maji kidogo', other: '{count} maji kidogo' },
  ],
  overflow: [
    { one: '{count} overflowing', other: '{count} overflowing' },
    { one: '{count} linafurika', other: '{count} yanafurika' },
  ],
  openAlerts: [
    { one: '{count} open alert', other: '{count} open alerts' },
    { one: 'Tahadhari {count} wazi', other: 'Tahadhari {count} wazi' },
  ],
  tanks: ['Tanks', 'Matangi'],
  today: ['Used today', 'Yaliyotumika leo'],
  usualDay: ['On a usual day', 'Siku ya kawaida'],
  devices: ['Its devices', 'Vifaa vyake'],
  inList: ['In the list of devices', 'Kwenye orodha ya vifaa'],
  takeOut: ['Take out', 'Toa'],
  takeOutOf: ['Take out {name}', 'Toa {name}'],
  putIn: ['Put in', 'Ongeza'],
  save: ['Save the name', 'Hifadhi jina'],
  saved: ['Saved.', 'Imehifadhiwa.'],
  remove: ['Delete the group', 'Futa kundi'],
  removeAsk: ['Delete “{name}”?', 'Ufute “{name}”?'],
  removeHint: [
    'Its devices stay. Whoever had them by this group sees them no more.',
    'Vifaa vyake vinabaki. Waliovipata kwa kundi hili hawataviona tena.',
  ],
});
