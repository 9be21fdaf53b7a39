import { words } from '../../words/words.ts';

export const say = words({
  intro: [
    'A CSV file with a line for each device: its MAC or serial number and, if you like, its name, what its tank holds in litres, its owner’s e-mail or phone, a group, a place and more.',
    'Faili la CSV lenye mstari kwa kila kifaa: MAC au namba yake na, ukipenda, jina, ujazo wa tangi kwa lita, barua pepe au simu ya mwenyewe, kundi, mahali na zaidi.',
  ],
  columnsHint: [
    'Also: high, low, place, shape with its sizes in cm, supply, key. Headings may be in English or Swahili.',
    'Pia: juu, chini, mahali, umbo na vipimo vyake kwa cm, mgao, ufunguo. Vichwa vyaweza kuwa kwa Kiswahili au Kiingereza.',
  ],
  tooLarge: [
    'This file is too large. At most 20,000 devices and 4 MB are imported at once.',
    'Faili hili ni kubwa mno. Vifaa visivyozidi 20,000 na MB 4 huletwa kwa wakati mmoja.',
  ],
  unknown: [
    'These columns are not understood and are left out: {titles}',
    'Safu hizi hazieleweki na zitaachwa: {titles}',
  ],
  goesOn: [
    'The server registers them: you can leave this page meanwhile. The same file again does nothing twice.',
    'Seva huvisajili yenyewe: unaweza kuondoka kwenye ukurasa huu. Faili lilelile tena halirudii chochote.',
  ],
  leave: [
    'You can leave this page: it goes on by itself.',
    'Unaweza kuondoka kwenye ukurasa huu: kazi inaendelea yenyewe.',
  ],
  earlier: ['Earlier imports', 'Orodha zilizoletwa awali'],
  unnamed: ['Without a name', 'Bila jina'],
  refusedCount: [
    { one: '{count} refused', other: '{count} refused' },
    { one: '{count} kimekataliwa', other: '{count} vimekataliwa' },
  ],
  finished: ['The import is finished.', 'Kuleta orodha kumekamilika.'],
  finishedAt: [
    'Finished {when}. The same list sent again does only what is missing, and changes nothing at devices that are there.',
    'Ilikamilika {when}. Orodha ileile ikitumwa tena hufanya tu kinachokosekana, na haibadilishi vifaa vilivyopo.',
  ],
  cancelled: [
    'Stopped. What was registered stays registered; the same file goes on.',
    'Imesimamishwa. Vilivyosajiliwa vinabaki; faili lilelile huendelea.',
  ],
  saveRefused: ['Download the refused lines (CSV)', 'Pakua mistari iliyokataliwa (CSV)'],
  saveKeys: ['Download keys and links (CSV)', 'Pakua funguo na viungo (CSV)'],
  keysHint: [
    'The file of keys also has the link for each owner: send it to them by WhatsApp or SMS.',
    'Faili la funguo lina pia kiungo cha kila mwenyewe: mtumie kwa WhatsApp au SMS.',
  ],
  open: ['Waiting', 'Inasubiri'],
  registered: ['Registered', 'Kimesajiliwa'],
  known: ['Already yours', 'Tayari ni chako'],
  refused: ['Refused', 'Kimekataliwa'],
  title: ['Import devices', 'Leta orodha ya vifaa'],
  back: ['Add a device', 'Ongeza kifaa'],
  example: ['Example of the file', 'Mfano wa faili'],
  choose: ['Choose a file', 'Chagua faili'],
  chooseOther: ['Choose another file', 'Chagua faili lingine'],
  drop: ['or drop it here', 'au liachilie hapa'],
  empty: ['There is no device in this file.', 'Hakuna kifaa kwenye faili hili.'],
  richText: [
    'This is a file of a word processor (.rtf). Save it there as plain text, or as “CSV UTF-8” in a spreadsheet, and choose the new file here.',
    'Hili ni faili la programu ya kuandikia (.rtf). Lihifadhi huko kama maandishi matupu, au kama “CSV UTF-8” kwenye jedwali, na uchague faili jipya hapa.',
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
  cancel: ['Stop', 'Simamisha'],
  progress: ['Progress of the import', 'Maendeleo ya kuleta orodha'],
  doneOf: ['{done} of {total} done', '{done} kati ya {total} tayari'],
  labels: ['Print their QR labels', 'Chapisha lebo zake za QR'],

  table: ['Devices of the file', 'Vifaa vya faili'],
  line: ['Line', 'Mstari'],
  result: ['Result', 'Matokeo'],

  ready: ['Ready', 'Tayari kusajiliwa'],
});
