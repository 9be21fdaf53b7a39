import { words } from '../words/words.ts';

export const say = words({
  skip: ['Skip to the content', 'Ruka hadi yaliyomo'],
  tanks: ['Tanks', 'Matangi'],
  alerts: ['Alerts', 'Tahadhari'],
  reports: ['Reports', 'Ripoti'],
  sms: ['SMS', 'SMS'],
  more: ['More', 'Zaidi'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  importDevices: ['Import devices', 'Leta orodha ya vifaa'],
  labels: ['QR labels', 'Lebo za QR'],
  groups: ['Groups', 'Makundi'],
  fleet: ['All devices', 'Vifaa vyote'],
  map: ['Map', 'Ramani'],
  account: ['Account', 'Akaunti'],
  offline: [
    'No connection. You see what was last known.',
    'Hakuna mtandao. Unaona yaliyojulikana mwisho.',
  ],
  polling: ['Levels come up to half a minute late.', 'Viwango huchelewa hadi nusu dakika.'],
});
