import { words } from '../../words/words.ts';

export const say = words({
  preview: ['What the file holds', 'Kilichomo kwenye faili'],
  numbers: [
    { one: 'One number will be taken.', other: '{count} numbers will be taken.' },
    { one: 'Namba moja itachukuliwa.', other: 'Namba {count} zitachukuliwa.' },
  ],
  without: [
    { one: 'One line has none.', other: '{count} lines have none.' },
    { one: 'Mstari mmoja hauna namba.', other: 'Mistari {count} haina namba.' },
  ],
  encoding: [
    'The file is in an old form of letters ({encoding}): see whether the names are right.',
    'Faili lina herufi za aina ya zamani ({encoding}): angalia kama majina ni sahihi.',
  ],
  phoneColumn: ['Column of the numbers', 'Safu ya namba za simu'],
  nameColumn: ['Column of the names', 'Safu ya majina'],
  column: ['Column {at}', 'Safu ya {at}'],
  found: ['Found: {columns}', 'Imepatikana: {columns}'],
  foundNone: ['None found', 'Haikupatikana'],
  noName: ['No names', 'Bila majina'],
  firstOnes: ['The first contacts', 'Watu wa kwanza'],
  number: ['Number', 'Namba'],
  name: ['Name', 'Jina'],
  mended: [
    {
      one: 'One number was put right or left out',
      other: '{count} numbers were put right or left out',
    },
    {
      one: 'Namba moja imerekebishwa au imeachwa',
      other: 'Namba {count} zimerekebishwa au zimeachwa',
    },
  ],
  listed: ['The first {shown} of them:', '{shown} za kwanza:'],
  line: ['Line', 'Mstari'],
  written: ['In the file', 'Kwenye faili'],
  why: ['What it was', 'Ilivyokuwa'],
  tooLong: [
    'The file has more than {most} lines. Divide it, and take the parts one by one.',
    'Faili lina mistari zaidi ya {most}. Ligawanye, na uchukue sehemu moja moja.',
  ],
  richText: [
    'This is a file of a word processor (.rtf). Save it there as plain text, or as “CSV UTF-8” in a spreadsheet, and choose the new file here.',
    'Hili ni faili la programu ya kuandikia (.rtf). Lihifadhi huko kama maandishi matupu, au kama “CSV UTF-8” kwenye jedwali, na uchague faili jipya hapa.',
  ],
  spreadsheet: [
    'This is a file of a spreadsheet program (such as .xlsx), not a CSV. Save it there as “CSV UTF-8” and choose the new file here.',
    'Hili ni faili la programu ya majedwali (kama .xlsx), si CSV. Lihifadhi huko kama “CSV UTF-8” na uchague faili jipya hapa.',
  ],
});
