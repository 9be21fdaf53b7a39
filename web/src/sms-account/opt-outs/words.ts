import { words } from '../../words/words.ts';

export const say = words({
  title: ['Opt-outs', 'Waliojiondoa'],
  about: [
    'Promotional messages leave these numbers out, without charge. A phone puts itself here by answering STOP or ACHA, and off again by START or ANZA. Transactional messages go to them as ever.',
    'Ujumbe wa matangazo hauendi kwa namba hizi, na hutozwi. Simu hujiondoa kwa kujibu STOP au ACHA, na hurudi kwa START au ANZA. Ujumbe wa taarifa huwafikia kama kawaida.',
  ],
  phones: ['Numbers to add', 'Namba za kuongeza'],
  phonesHint: [
    'One a line, or with commas between them',
    'Moja kwa kila mstari, au zitenganishwe kwa koma',
  ],
  add: ['Add to the list', 'Ongeza kwenye orodha'],
  added: [
    { one: 'One number added.', other: '{count} numbers added.' },
    { one: 'Namba moja imeongezwa.', other: 'Namba {count} zimeongezwa.' },
  ],
  noneNew: ['No number is new to the list.', 'Hakuna namba mpya kwenye orodha.'],
  rejected: [
    { one: 'One entry was left out:', other: '{count} entries were left out:' },
    { one: 'Moja imeachwa:', other: '{count} zimeachwa:' },
  ],
  listed: ['The first {shown} of them:', '{shown} za kwanza:'],
  search: ['Search by number', 'Tafuta kwa namba'],
  searchHint: ['How it begins: 0712 345', 'Inavyoanza: 0712 345'],
  list: ['Numbers on the list', 'Namba zilizo kwenye orodha'],
  owner: ['Added by you', 'Umeiongeza wewe'],
  inbound: ['The phone itself said STOP', 'Simu yenyewe ilijiondoa'],
  empty: [
    'Nobody has opted out. Who answers STOP is put here, or you add the number above.',
    'Hakuna aliyejiondoa. Anayejibu STOP huwekwa hapa, au ongeza namba hapo juu.',
  ],
  notFound: [
    'No such number is on the list. Search by its first digits, or clear the search to see all.',
    'Namba kama hiyo haipo kwenye orodha. Tafuta kwa tarakimu za mwanzo, au futa utafutaji uone zote.',
  ],
  remove: ['Remove', 'Ondoa'],
  removePhone: ['Remove {phone} from the list', 'Ondoa {phone} kwenye orodha'],
  removeTitle: ['Remove {phone} from the list?', 'Uondoe {phone} kwenye orodha?'],
  removeHint: [
    'Promotional messages will go to this number again. Do this only if its owner asked for it.',
    'Ujumbe wa matangazo utaenda tena kwa namba hii. Fanya hivi tu ikiwa mwenyewe ameomba.',
  ],
});
