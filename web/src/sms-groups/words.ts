import { words } from '../words/words.ts';

export const say = words({
  title: ['Contacts', 'Anwani'],
  about: [
    'Put the people you write to into groups, and send one message to all of a group.',
    'Panga watu unaowaandikia kwa vikundi, kisha tuma ujumbe mmoja kwa kikundi chote.',
  ],
  newName: ['Name of the new group', 'Jina la kikundi kipya'],
  newHint: ['Such as “Customers” or “Committee”', 'Kama “Wateja” au “Kamati”'],
  make: ['Make a group', 'Unda kikundi'],
  list: ['Your groups', 'Vikundi vyako'],
  none: [
    'You have no group yet. Name one above, and then put contacts into it by hand or from a file.',
    'Huna kikundi bado. Andika jina hapo juu, kisha ongeza anwani kwa mkono au kutoka kwenye faili.',
  ],
  contactCount: [
    { one: 'One contact', other: '{count} contacts' },
    { one: 'Mtu mmoja', other: 'Watu {count}' },
  ],
  back: ['Contacts', 'Anwani'],
  group: ['Group', 'Kikundi'],
  sendTo: ['Send to this group', 'Tuma kwa kikundi hiki'],
  rename: ['Rename', 'Badilisha jina'],
  name: ['Name', 'Jina'],
  save: ['Save', 'Hifadhi'],
  delete: ['Delete the group', 'Futa kikundi'],
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
  contacts: ['Contacts of the group', 'Watu wa kikundi'],
  noContacts: [
    'Nobody is in this group yet. Add somebody above, or take in a file.',
    'Hakuna mtu kwenye kikundi hiki. Ongeza mtu hapo juu, au ingiza faili.',
  ],
  add: ['Add a contact', 'Ongeza mtu'],
  phone: ['Phone', 'Simu'],
  addButton: ['Add', 'Ongeza'],
  added: ['{phone} was added.', '{phone} imeongezwa.'],
  updated: [
    '{phone} was there already and has its new name.',
    '{phone} ilikuwepo tayari, na sasa ina jina jipya.',
  ],
  nameless: ['No name', 'Bila jina'],
  remove: ['Remove', 'Ondoa'],
  removeNamed: ['Remove {who}', 'Ondoa {who}'],
  removeTitle: ['Remove {who}?', 'Umwondoe {who}?'],
  removeHint: [
    'The number leaves this group only. You can add it again.',
    'Namba itaondoka kwenye kikundi hiki tu. Unaweza kuiongeza tena.',
  ],
});
