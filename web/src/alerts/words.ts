import { words } from '../words/words.ts';

export const say = words({
  title: ['Alerts', 'Tahadhari'],
  write: ['Write an alert', 'Andika tahadhari'],
  device: ['Device', 'Kifaa'],
  allDevices: ['All devices', 'Vifaa vyote'],
  severity: ['How severe', 'Uzito'],
  anySeverity: ['All', 'Zote'],
  critical: ['Critical', 'Hatari'],
  warning: ['Warning', 'Onyo'],
  info: ['Note', 'Taarifa'],
  onlyUnread: ['Only new ones', 'Mpya pekee'],
  none: ['No alerts here.', 'Hakuna tahadhari hapa.'],
  noneHint: [
    'You are told here when a level crosses a threshold or a device falls silent.',
    'Utaarifiwa hapa kiwango kikivuka kikomo au kifaa kikinyamaza.',
  ],
  fresh: ['New', 'Mpya'],
  markRead: ['Mark as read', 'Imesomwa'],
  markAll: ['Mark all as read', 'Zote zimesomwa'],
  remove: ['Delete', 'Futa'],
  removeAsk: ['Delete this alert?', 'Ufute tahadhari hii?'],
  removeHint: ['It cannot be brought back.', 'Haiwezi kurudishwa.'],
  type: ['About', 'Kuhusu'],
  overflow: ['Overflow', 'Kufurika'],
  low: ['Low water', 'Maji kidogo'],
  sensor: ['Sensor', 'Kihisi'],
  pump: ['Pump', 'Pampu'],
  offline: ['Device offline', 'Kifaa hakipatikani'],
  maintenance: ['Maintenance', 'Matengenezo'],
  lowAt: [
    '{sensor}: the water is low at {level} % (threshold {threshold} %).',
    '{sensor}: maji yamepungua hadi asilimia {level} (kikomo {threshold}).',
  ],
  overflowAt: [
    '{sensor}: the tank is close to overflowing at {level} % (threshold {threshold} %).',
    '{sensor}: tangi linakaribia kufurika kwa asilimia {level} (kikomo {threshold}).',
  ],
  silentDays: [
    '{device} has not been heard of for {count} days.',
    '{device}: kifaa hakijasikika kwa siku {count}.',
  ],
  silentHours: [
    '{device} has not been heard of for {count} hours.',
    '{device}: kifaa hakijasikika kwa saa {count}.',
  ],
  silentMinutes: [
    '{device} has not been heard of for {count} minutes.',
    '{device}: kifaa hakijasikika kwa dakika {count}.',
  ],
  silentSeconds: [
    '{device} has not been heard of for {count} seconds.',
    '{device}: kifaa hakijasikika kwa sekunde {count}.',
  ],
  message: ['Message', 'Ujumbe'],
  messageHint: [
    'For yourself and whoever else looks after the tank.',
    'Kwako na kwa yeyote anayetunza tangi.',
  ],
  save: ['Save the alert', 'Hifadhi tahadhari'],
});
