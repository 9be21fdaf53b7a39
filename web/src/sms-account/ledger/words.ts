import { words } from '../../words/words.ts';

export const say = words({
  title: ['Credits', 'Salio'],
  last: ['Last changes of your credits', 'Mabadiliko ya mwisho ya kredi zako'],
  all: ['All changes', 'Mabadiliko yote'],
  about: [
    'Every change of your credits, the newest first. Together they are your balance.',
    'Kila badiliko la kredi zako, jipya kwanza. Jumla yake ndiyo salio lako.',
  ],
  when: ['When', 'Lini'],
  what: ['What', 'Nini'],
  credits: ['Credits', 'Kredi'],
  grant: ['Granted', 'Umepewa'],
  trial: ['Trial credits', 'Kredi za majaribio'],
  charge: ['Sent', 'Umetuma'],
  reversal: ['Taken back', 'Zimerudishwa kwa msimamizi'],
  refund: ['Returned, not sent', 'Umerudishiwa, haukutumwa'],
  message: ['Message {id}', 'Ujumbe {id}'],
  job: ['Bulk send {id}', 'Utumaji wa wengi {id}'],
  empty: [
    'Nothing has changed yet. Each message that you send and each credit that is added is written here.',
    'Hakuna kilichobadilika bado. Kila ujumbe utakaotuma na kila kredi itakayoongezwa huandikwa hapa.',
  ],
  send: ['Send a message', 'Tuma ujumbe'],
});
