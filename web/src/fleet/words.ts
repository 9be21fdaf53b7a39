import { words } from '../words/words.ts';

export const say = words({
  title: ['All devices', 'Vifaa vyote'],
  back: ['More', 'Zaidi'],
  search: ['Search by name or MAC', 'Tafuta kwa jina au MAC'],
  show: ['Show', 'Onyesha'],
  any: ['All', 'Vyote'],
  critical: ['Critical', 'Hatari'],
  warning: ['Warning', 'Onyo'],
  normal: ['Normal', 'Sawa'],
  offline: ['Offline', 'Havipatikani'],
  silent: ['Never heard', 'Havijasikika'],
  count: [
    { one: '{count} line', other: '{count} lines' },
    { one: 'Mstari {count}', other: 'Mistari {count}' },
  ],
  name: ['Name', 'Jina'],
  level: ['Level', 'Kiwango'],
  status: ['Status', 'Hali'],
  heard: ['Last heard', 'Ilisikika'],
  pump: ['Pump', 'Pampu'],
  on: ['On', 'Imewaka'],
  off: ['Off', 'Imezimwa'],
  never: ['Never', 'Kamwe'],
  importFile: ['Register from a file', 'Sajili kutoka faili'],
  labels: ['Print labels', 'Chapisha lebo'],
});
