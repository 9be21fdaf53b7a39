import { words } from '../../words/words.ts';

export const say = words({
  title: ['Import devices', 'Leta orodha ya vifaa'],
  back: ['Add a device', 'Ongeza kifaa'],
  intro: [
    'A CSV file with a line for each device: its MAC or serial number and, if you like, its name, what its tank holds in litres, and the upper and lower threshold in percent.',
    'Faili la CSV lenye mstari kwa kila kifaa: MAC au namba yake na, ukipenda, jina, ujazo wa tangi kwa lita, na kikomo cha juu na cha chini kwa asilimia.',
  ],
  example: ['Example of the file', 'Mfano wa faili'],
  choose: ['Choose a file', 'Chagua faili'],
  chooseOther: ['Choose another file', 'Chagua faili lingine'],
  drop: ['or drop it here', 'au liachilie hapa'],
  empty: ['There is no device in this file.', 'Hakuna kifaa kwenye faili hili.'],
  tooLarge: [
    'This file is too large. At most 10,000 devices and 2 MB are imported at once.',
    'Faili hili ni kubwa mno. Vifaa visivyozidi 10,000 na MB 2 huletwa kwa wakati mmoja.',
  ],
  spreadsheet: [
    'This is a file of a spreadsheet program (such as .xlsx), not a CSV. Open it there, choose “Save as” and “CSV UTF-8”, and choose the new file here.',
    'Hili ni faili la programu ya majedwali (kama .xlsx), si CSV. Lifungue huko, chagua “Save as” kisha “CSV UTF-8”, na uchague faili jipya hapa.',
  ],
  found: [
    { one: '{count} device in {file}', other: '{count} devices in {file}' },
    { one: 'Kifaa {count} kwenye {file}', other: 'Vifaa {count} kwenye {file}' },
  ],
  left: [
    { one: '{count} device will be left out', other: '{count} devices will be left out' },
    { one: 'Kifaa {count} kitaachwa', other: 'Vifaa {count} vitaachwa' },
  ],
  start: [
    { one: 'Register {count} device', other: 'Register {count} devices' },
    { one: 'Sajili kifaa {count}', other: 'Sajili vifaa {count}' },
  ],
  goOn: [
    { one: 'Go on with {count} device', other: 'Go on with {count} devices' },
    { one: 'Endelea na kifaa {count}', other: 'Endelea na vifaa {count}' },
  ],
  cancel: ['Stop', 'Simamisha'],
  cancelled: [
    'Stopped. What was registered stays registered.',
    'Imesimamishwa. Vilivyosajiliwa vinabaki vimesajiliwa.',
  ],
  progress: ['Progress of the import', 'Maendeleo ya kuleta orodha'],
  doneOf: ['{done} of {total} done', '{done} kati ya {total} tayari'],
  waiting: [
    'The server asks for patience; going on in {seconds} s.',
    'Seva inaomba subira; itaendelea baada ya sekunde {seconds}.',
  ],
  finished: ['The import is finished.', 'Kuleta orodha kumekamilika.'],
  save: ['Download the failed devices (CSV)', 'Pakua vifaa vilivyoshindwa (CSV)'],
  onlyFailed: ['Failed devices only', 'Vifaa vilivyoshindwa tu'],
  labels: ['Print their QR labels', 'Chapisha lebo zake za QR'],

  table: ['Devices of the file', 'Vifaa vya faili'],
  line: ['Line', 'Mstari'],
  macOrSerial: ['MAC or serial', 'MAC au namba'],
  name: ['Name', 'Jina'],
  capacity: ['Litres', 'Lita'],
  thresholds: ['Low – high (%)', 'Chini – juu (%)'],
  result: ['Result', 'Matokeo'],

  registered: ['Registered', 'Kimesajiliwa'],
  yours: ['Already yours', 'Tayari ni chako'],
  partly: ['Registered, but not set up', 'Kimesajiliwa, bila mipangilio'],
  taken: ['Taken', 'Kina mwenyewe'],
  failed: ['Invalid', 'Si sahihi'],
  ready: ['Ready', 'Tayari kusajiliwa'],
  leftOut: ['Left out', 'Kimeachwa'],

  high: ['High (%)', 'Juu (%)'],
  low: ['Low (%)', 'Chini (%)'],
  quotes: ['Its quotes do not match.', 'Alama zake za kunukuu hazilingani.'],
  noIdentity: ['It has no MAC or serial number.', 'Hakina MAC wala namba ya kifaa.'],
  noNumber: ['“{text}” is not a number.', '“{text}” si namba.'],
  repeated: ['The same device as in line {line}.', 'Kifaa kilekile cha mstari wa {line}.'],
});
