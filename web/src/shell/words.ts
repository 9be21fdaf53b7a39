import { words } from '../words/words.ts';

export const say = words({
  skip: ['Skip to the content', 'Ruka hadi yaliyomo'],
  tanks: ['Tanks', 'Matangi'],
  alerts: ['Alerts', 'Tahadhari'],
  reports: ['Reports', 'Ripoti'],
  sms: ['SMS', 'SMS'],
  more: ['More', 'Zaidi'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  importDevices: ['Import list', 'Leta orodha'],
  labels: ['QR labels', 'Lebo za QR'],
  groups: ['Groups', 'Makundi'],
  fleet: ['All devices', 'Vifaa vyote'],
  map: ['Map', 'Ramani'],
  account: ['Account', 'Akaunti'],
  signOut: ['Sign out', 'Ondoka'],
  offline: [
    'No connection. You see what was last known; nothing can be changed until it is back.',
    'Hakuna mtandao. Unaona yaliyojulikana mwisho; huwezi kubadilisha kitu hadi urudi.',
  ],
  polling: [
    'Live updates are away; levels are asked for twice a minute.',
    'Taarifa za moja kwa moja hazipo; viwango vinaulizwa mara mbili kwa dakika.',
  ],
  notFound: ['There is no such page', 'Hakuna ukurasa kama huu'],
  toTanks: ['To your tanks', 'Nenda kwenye matangi yako'],
});
