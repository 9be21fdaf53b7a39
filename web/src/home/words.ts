import { words } from '../words/words.ts';

export const say = words({
  title: ['Tanks', 'Matangi'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  none: ['No device yet', 'Hakuna kifaa bado'],
  noneHint: [
    'Register the device on your tank, and its level appears here with its first reading.',
    'Sajili kifaa cha tangi lako; kiwango kitaonekana hapa kikituma kipimo cha kwanza.',
  ],
  nobody: ['Nobody is told when a tank runs low.', 'Hakuna anayeambiwa maji ya tangi yakipungua.'],
  notYou: ['You are not told when a tank runs low.', 'Huambiwi maji ya tangi yakipungua.'],
  allOffForYou: [
    'You are not told when a tank runs low: you have switched these alerts off.',
    'Huambiwi maji ya tangi yakipungua: umezima tahadhari hizi.',
  ],
  allOff: [
    'Nobody is told when a tank runs low: you have switched these alerts off.',
    'Hakuna anayeambiwa maji ya tangi yakipungua: umezima tahadhari hizi.',
  ],
  smsStopped: ['SMS alerts do not reach you.', 'Tahadhari za SMS hazikufikii.'],
  keyRevoked: [
    'Their key was revoked: turn them on again.',
    'Ufunguo wake umefutwa: ziwashe tena.',
  ],
  suspended: ['Your SMS account is suspended.', 'Akaunti yako ya SMS imesimamishwa.'],
  noCredits: ['Your SMS account has no credits left.', 'Akaunti yako ya SMS haina kredi.'],
  trialOnly: [
    'Your SMS account has trial credits alone, whose messages reach no phone.',
    'Akaunti yako ya SMS ina kredi za majaribio tu, na ujumbe wake haufiki kwenye simu.',
  ],
  toAlerts: ['See your alert channels', 'Angalia njia za tahadhari'],
  turnOn: ['Turn on alerts', 'Washa tahadhari'],
  asOf: ['As of {when}', 'Kufikia {when}'],
  search: ['Search by name or MAC', 'Tafuta kwa jina au MAC'],
  noMatch: [
    'No tank is called “{search}”. Shorten the search, or show all.',
    'Hakuna tangi linaloitwa “{search}”. Fupisha utafutaji, au onyesha yote.',
  ],
  showAll: ['Show all', 'Onyesha yote'],
  count: [
    { one: '{count} tank', other: '{count} tanks' },
    { one: 'Tangi {count}', other: 'Matangi {count}' },
  ],
  critical: [
    { one: '{count} critical', other: '{count} critical' },
    { one: '{count} hatarini', other: '{count} hatarini' },
  ],
  warning: [
    { one: '{count} to watch', other: '{count} to watch' },
    { one: '{count} la kuangaliwa', other: '{count} ya kuangaliwa' },
  ],
  offline: [
    { one: '{count} offline', other: '{count} offline' },
    { one: '{count} halipatikani', other: '{count} hayapatikani' },
  ],
  inAll: ['{litres} in all', '{litres} kwa jumla'],
});
