import { words } from '../../../words/words.ts';

export const say = words({
  file: ['File with a line for each person', 'Faili lenye mstari kwa kila mtu'],
  fileAbout: [
    'CSV as Excel or Google Sheets save it, its first line with the headings: phone, name, balance …',
    'CSV kama Excel au Google Sheets huihifadhi, mstari wa kwanza uwe na vichwa: simu, jina, salio …',
  ],
  people: [
    { one: '{count} person in {file}', other: '{count} people in {file}' },
    { one: 'Mtu {count} katika {file}', other: 'Watu {count} katika {file}' },
  ],
  rejected: [
    { one: 'One line is left out', other: '{count} lines are left out' },
    { one: 'Mstari mmoja umeachwa', other: 'Mistari {count} imeachwa' },
  ],
  rejectedAbout: [
    'Nobody gets a text by them. Put the numbers right in the file and choose it again.',
    'Hakuna atakayepata ujumbe kwa hiyo. Rekebisha namba kwenye faili na ulichague tena.',
  ],
  rejectedShown: ['The first {shown} of them:', '{shown} ya kwanza:'],
  why: ['What is wrong', 'Kosa'],
  phoneColumn: ['Column of the numbers', 'Safu ya namba za simu'],
  column: ['Column {at}', 'Safu ya {at}'],
  help: [
    'What stands in braces is taken from each person’s line. Press a column to put it in.',
    'Kilicho ndani ya mabano huchukuliwa kutoka mstari wa kila mtu. Bonyeza safu kuiweka.',
  ],
  insert: ['Columns of the file', 'Safu za faili'],
  noFile: [
    'Choose the file first: its columns can then be put into the text.',
    'Chagua faili kwanza: kisha safu zake zinaweza kuwekwa kwenye ujumbe.',
  ],
  preview: ['What the first people get', 'Watakachopata watu wa kwanza'],
  first: ['The first person gets:', 'Mtu wa kwanza atapata:'],
  unknown: [
    '{placeholder} stands for nothing: the file has no such column.',
    '{placeholder} haisimamii chochote: faili halina safu hiyo.',
  ],
  unknownHere: [
    '{placeholder} stands for nothing here.',
    '{placeholder} haisimamii chochote hapa.',
  ],
  meant: ['Did you mean {meant}?', 'Ulimaanisha {meant}?'],
  escape: ['To send it as it stands, write {escaped}.', 'Ili itumwe ilivyo, andika {escaped}.'],
  missing: [
    {
      one: 'One person has no value for the text',
      other: '{count} people have no value for the text',
    },
    { one: 'Mtu mmoja hana thamani ya kuwekwa', other: 'Watu {count} hawana thamani ya kuwekwa' },
  ],
  missingShown: ['The first {shown} of them:', 'Wa kwanza {shown}:'],
  missingAbout: [
    'Fill in the file and choose it again, change the text, or leave these people out.',
    'Jaza faili na ulichague tena, badilisha ujumbe, au waache watu hawa.',
  ],
  leaveOut: ['Leave them out', 'Waache'],
  blocked: [
    'This cannot be sent yet: see what is marked in the text above.',
    'Hii haiwezi kutumwa bado: angalia kilichoonyeshwa kwenye ujumbe hapo juu.',
  ],
  nameless: ['Without a name', 'Wasio na jina'],
  line: ['Line', 'Mstari'],
  number: ['Number', 'Namba'],
  empty: ['Empty column', 'Safu tupu'],
});
