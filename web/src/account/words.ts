import { words } from '../words/words.ts';

export const say = words({
  title: ['Account', 'Akaunti'],
  back: ['More', 'Zaidi'],
  person: ['About you', 'Kukuhusu'],
  email: ['E-mail', 'Barua pepe'],
  fullName: ['Full name', 'Jina kamili'],
  timezone: ['Time zone', 'Saa za eneo'],
  timezoneHint: [
    'Days in reports and times on every screen follow it.',
    'Siku katika ripoti na saa kwenye kurasa zote zinaifuata.',
  ],
  save: ['Save', 'Hifadhi'],
  saved: ['Saved.', 'Imehifadhiwa.'],
  password: ['Password', 'Nenosiri'],
  newPassword: ['New password', 'Nenosiri jipya'],
  again: ['The new password again', 'Nenosiri jipya tena'],
  passwordHint: [
    'At least 8 characters. All other phones and computers are signed out.',
    'Angalau herufi 8. Simu na kompyuta nyingine zote zitaondolewa.',
  ],
  different: ['The two passwords are not the same.', 'Manenosiri mawili hayafanani.'],
  changePassword: ['Change the password', 'Badilisha nenosiri'],
  changed: ['The password is changed.', 'Nenosiri limebadilishwa.'],
  screens: ['Screens', 'Mwonekano'],
  language: ['Language', 'Lugha'],
  theme: ['Colours', 'Rangi'],
  system: ['As the phone', 'Kama simu'],
  light: ['Light', 'Mwanga'],
  dark: ['Dark', 'Giza'],
  sessions: ['Where you are signed in', 'Ulipoingia'],
  sessionsHint: [
    'Lost a phone? Sign out everywhere but here.',
    'Umepoteza simu? Ondoka kila mahali isipokuwa hapa.',
  ],
  endOthers: ['Sign out everywhere else', 'Ondoka kwingine kote'],
  ended: [
    {
      one: 'Signed out on {count} other device.',
      other: 'Signed out on {count} other devices.',
    },
    { one: 'Umeondolewa kwenye kifaa {count}.', other: 'Umeondolewa kwenye vifaa {count}.' },
  ],
  noOthers: ['You were signed in nowhere else.', 'Hukuwa umeingia kwingine.'],
});
