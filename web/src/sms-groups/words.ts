import { words } from '../words/words.ts';

export const say = words({
  title: ['Contacts', 'Waasiliani'],
  about: [
    'Put the people you write to into groups, and send one message to all of a group.',
    'Panga watu unaowaandikia kwa makundi, kisha tuma ujumbe mmoja kwa kundi zima.',
  ],
  newName: ['Name of the new group', 'Jina la kundi jipya'],
  newHint: ['Such as “Customers” or “Committee”', 'Kama “Wateja” au “Kamati”'],
  make: ['Make a group', 'Unda kundi'],
  list: ['Your groups', 'Makundi yako'],
  none: [
    'You have no group yet. Name one above, and then put contacts into it by hand or from a file.',
    'Huna kundi bado. Andika jina hapo juu, kisha ongeza waasiliani kwa mkono au kutoka kwenye faili.',
  ],
  contactCount: [
    { one: 'One contact', other: '{count} contacts' },
    { one: 'Mtu mmoja', other: 'Watu {count}' },
  ],
  back: ['Contacts', 'Waasiliani'],
  group: ['Group', 'Kundi'],
  sendTo: ['Send to this group', 'Tuma kwa kundi hili'],
  rename: ['Rename', 'Badilisha jina'],
  name: ['Name', 'Jina'],
  save: ['Save', 'Hifadhi'],
  delete: ['Delete the group', 'Futa kundi'],
  deleteTitle: ['Delete “{name}”?', 'Ufute “{name}”?'],
  deleteHint: [
    {
      one: 'Its contact goes with it. Messages that were already queued for it are still sent.',
      other:
        'Its {count} contacts go with it. Messages that were already queued for them are still sent.',
    },
    {
      one: 'Mtu aliyemo atafutwa pia. Ujumbe uliokwisha kupangwa utatumwa.',
      other: 'Watu {count} waliomo watafutwa pia. Ujumbe uliokwisha kupangwa utatumwa.',
    },
  ],
  contacts: ['Contacts of the group', 'Watu wa kundi'],
  noContacts: [
    'Nobody is in this group yet. Add somebody above, or take in a file.',
    'Hakuna mtu kwenye kundi hili. Ongeza mtu hapo juu, au ingiza faili.',
  ],
  add: ['Add a contact', 'Ongeza mtu'],
  phone: ['Phone', 'Simu'],
  addButton: ['Add', 'Ongeza'],
  added: ['{phone} was added.', '{phone} imeongezwa.'],
  updated: [
    '{phone} was there already and has its new name.',
    '{phone} ilikuwepo tayari, na sasa ina jina jipya.',
  ],
  known: ['{phone} was there already.', '{phone} ilikuwepo tayari.'],
  nameless: ['No name', 'Bila jina'],
  remove: ['Remove', 'Ondoa'],
  removeNamed: ['Remove {who}', 'Ondoa {who}'],
  removeTitle: ['Remove {who}?', 'Umwondoe {who}?'],
  removeHint: [
    'The number leaves this group only. You can add it again.',
    'Namba itaondoka kwenye kundi hili tu. Unaweza kuiongeza tena.',
  ],

  listSave: ['Save as a CSV file', 'Hifadhi kama faili la CSV'],
  listTitle: ['Take in a list', 'Ingiza orodha'],
  listAbout: [
    'A contact a line: the number and, where you have it, the name. Files of Google Contacts, Outlook and Excel are taken as they are, saved as CSV; you see what will be taken, and can choose the columns.',
    'Mtu mmoja kwa kila mstari: namba na, kama unalo, jina. Mafaili ya Google Contacts, Outlook na Excel huchukuliwa yalivyo, yakihifadhiwa kama CSV; utaona kitakachochukuliwa, na unaweza kuchagua safu.',
  ],
  file: [
    'File: CSV, text or the contacts of a phone (.vcf)',
    'Faili: CSV, maandishi au anwani za simu (.vcf)',
  ],
  paste: ['Or paste the lines', 'Au bandika mistari'],
  run: ['Take in', 'Ingiza'],
  listAdded: [
    { one: 'One contact added.', other: '{count} contacts added.' },
    { one: 'Mtu mmoja ameongezwa.', other: 'Watu {count} wameongezwa.' },
  ],
  listUpdated: [
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
});
