import { words } from '../../words/words.ts';

export const say = words({
  save: ['Save as a CSV file', 'Hifadhi kama faili ya CSV'],
  title: ['Take in a list', 'Ingiza orodha'],
  about: [
    'A contact a line: the number and, where you have it, the name. A first line such as “name;phone” says which column is which. From a spreadsheet, save as CSV.',
    'Mtu mmoja kwa kila mstari: namba na, kama unalo, jina. Mstari wa kwanza kama “jina;simu” unaonyesha safu ipi ni ipi. Kutoka Excel, hifadhi kama CSV.',
  ],
  file: ['CSV file', 'Faili ya CSV'],
  paste: ['Or paste the lines', 'Au bandika mistari'],
  run: ['Take in', 'Ingiza'],
  added: [
    { one: 'One contact added.', other: '{count} contacts added.' },
    { one: 'Mtu mmoja ameongezwa.', other: 'Watu {count} wameongezwa.' },
  ],
  updated: [
    { one: 'One was there already.', other: '{count} were there already.' },
    { one: 'Mmoja alikuwepo tayari.', other: '{count} walikuwepo tayari.' },
  ],
  rejected: [
    { one: 'One line was left out', other: '{count} lines were left out' },
    { one: 'Mstari mmoja umeachwa', other: 'Mistari {count} imeachwa' },
  ],
  rejectedHint: [
    'Put them right in your list and take it in again: what is there already stays as it is.',
    'Zirekebishe kwenye orodha yako kisha uiingize tena: zilizopo tayari zitabaki zilivyo.',
  ],
  listed: ['The first {shown} of them:', '{shown} za kwanza:'],
  line: ['Line', 'Mstari'],
  written: ['Number', 'Namba'],
  why: ['What is wrong', 'Kosa'],
  spreadsheet: [
    'This is a file of a spreadsheet program (such as .xlsx), not a CSV. Save it there as “CSV UTF-8” and choose the new file here.',
    'Hili ni faili la programu ya majedwali (kama .xlsx), si CSV. Lihifadhi huko kama “CSV UTF-8” na uchague faili jipya hapa.',
  ],
});
