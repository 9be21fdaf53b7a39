import { words } from '../../words/words.ts';

export const say = words({
  title: ['Send an SMS', 'Tuma SMS'],
  clear: ['Start over', 'Anza upya'],
  clearTitle: ['Clear what you wrote?', 'Ufute ulichoandika?'],
  clearAbout: [
    'The recipients and the message are removed from this browser.',
    'Wapokeaji na ujumbe vitaondolewa kwenye kivinjari hiki.',
  ],

  recipients: ['Who gets it', 'Nani apokee'],
  numbers: ['Numbers', 'Namba'],
  group: ['A contact group', 'Kundi la waasiliani'],
  ownFile: ['A file, with a text for each person', 'Faili, ujumbe wake kila mtu'],
  phones: ['Phone numbers', 'Namba za simu'],
  phonesHint: [
    'One a line, or separated by commas; with a name where you have one.',
    'Moja kwa kila mstari, au zitenganishwe kwa koma; pamoja na jina kama lipo.',
  ],
  counted: [
    { one: '{count} recipient', other: '{count} recipients' },
    { one: 'Mpokeaji {count}', other: 'Wapokeaji {count}' },
  ],
  typedAlready: [
    {
      one: 'You typed {count} recipient here before, and have not sent it yet.',
      other: 'You typed {count} recipients here before, and have not sent it yet.',
    },
    {
      one: 'Uliandika mpokeaji {count} hapa awali, na hujatuma bado.',
      other: 'Uliandika wapokeaji {count} hapa awali, na hujatuma bado.',
    },
  ],
  onlyTo: ['Only to {phone}', 'Kwa {phone} tu'],
  alsoTo: ['Also to {phone}', 'Pia kwa {phone}'],
  tooMany: [
    'At most {most} can be sent to at once.',
    'Unaweza kutuma kwa {most} tu kwa mara moja.',
  ],
  file: ['Add from a file', 'Ongeza kutoka faili'],
  fileAbout: [
    'CSV, text or the contacts of a phone (.vcf), as Google Contacts, Outlook or Excel save it.',
    'CSV, maandishi au anwani za simu (.vcf), kama Google Contacts, Outlook au Excel huyahifadhi.',
  ],
  fileAdded: [
    { one: '{count} recipient added from {file}.', other: '{count} recipients added from {file}.' },
    {
      one: 'Mpokeaji {count} ameongezwa kutoka {file}.',
      other: 'Wapokeaji {count} wameongezwa kutoka {file}.',
    },
  ],
  fileEmpty: ['{file} has no lines.', '{file} haina mistari.'],
  chooseGroup: ['Group', 'Kundi'],
  noChoice: ['Choose a group', 'Chagua kundi'],
  noGroups: ['You have no contact group yet.', 'Huna kundi la waasiliani bado.'],
  makeGroup: ['To your contacts', 'Nenda kwa waasiliani'],

  message: ['Message', 'Ujumbe'],
  text: ['What it says', 'Ujumbe unasema nini'],
  characters: [
    { one: '{count} character', other: '{count} characters' },
    { one: 'herufi {count}', other: 'herufi {count}' },
  ],
  gsm7: ['usual letters', 'herufi za kawaida'],
  ucs2: ['special letters', 'herufi maalum'],
  segments: [
    { one: '{count} part, room for {left} more', other: '{count} parts, room for {left} more' },
    {
      one: 'sehemu {count}, nafasi ya {left} zaidi',
      other: 'sehemu {count}, nafasi ya {left} zaidi',
    },
  ],
  costEach: [
    { one: '{count} credit in all', other: '{count} credits in all' },
    { one: 'kredi {count} kwa jumla', other: 'kredi {count} kwa jumla' },
  ],
  unusual: [
    'Because of {letters} a part has room for 70 characters rather than 160.',
    'Kwa sababu ya {letters} sehemu ina nafasi ya herufi 70 badala ya 160.',
  ],
  tooLong: [
    'Too long: at most {characters} characters and {segments} parts.',
    'Ni ndefu mno: isizidi herufi {characters} na sehemu {segments}.',
  ],
  nameHelp: [
    '{placeholder} becomes each contact’s name: “Hello {placeholder}, water is back.” Who has no name gets “Hello, water is back.”',
    '{placeholder} hubadilishwa kuwa jina la kila mtu: “Habari {placeholder}, maji yamerudi.” Asiye na jina hupata “Habari, maji yamerudi.”',
  ],
  insertName: ['Insert {placeholder}', 'Weka {placeholder}'],
  nameInNumbers: [
    '{placeholder} is replaced only for a contact group, or for a file with a text for each person.',
    '{placeholder} hubadilishwa kwa kundi la waasiliani tu, au kwa faili lenye ujumbe wa kila mtu.',
  ],

  how: ['How and when', 'Vipi na lini'],
  kind: ['What kind of message', 'Ni ujumbe wa aina gani'],
  transactional: ['Transactional', 'Taarifa'],
  transactionalAbout: [
    'Alarms, bills, codes: goes at any hour and to everybody. If its fate is unknown it is tried again.',
    'Tahadhari, bili, misimbo: huenda saa yoyote na kwa wote. Isipojulikana ilifikia wapi, hujaribiwa tena.',
  ],
  promotional: ['Promotional', 'Tangazo'],
  promotionalAbout: [
    'Offers and news: waits in quiet hours, leaves out who opted out, and never goes twice.',
    'Ofa na habari: husubiri saa za utulivu, huwaacha waliojiondoa, na haitumwi mara mbili.',
  ],
  when: ['When', 'Lini'],
  now: ['Now', 'Sasa'],
  later: ['Later', 'Baadaye'],
  day: ['Day', 'Siku'],
  time: ['Time', 'Saa'],
  zone: ['Your time zone is {zone}.', 'Saa za eneo lako ni {zone}.'],
  goes: ['Goes {when}, {relative}.', 'Itatumwa {when}, {relative}.'],
  past: ['{when} is over: it would go at once.', '{when} imepita: itatumwa mara moja.'],
  sender: ['Under which name', 'Kwa jina gani'],
  usualSender: ['The usual one', 'La kawaida'],
  campaign: ['Campaign', 'Kampeni'],
  campaignHint: [
    'A name of your own, to find the messages by.',
    'Jina lako mwenyewe, la kupata ujumbe huu baadaye.',
  ],
  campaignSingle: ['Only for more than one recipient.', 'Kwa wapokeaji zaidi ya mmoja tu.'],

  check: ['Check', 'Kagua'],
  checkAgain: ['Check again', 'Kagua tena'],
  checkHint: [
    'Checking sends nothing: it shows who gets it and what it costs.',
    'Kagua ulichoandika; hakuna kinachotumwa: huonyesha nani atapokea na gharama yake.',
  ],
  checked: ['What it comes to', 'Matokeo ya ukaguzi'],
  reached: ['Phones that get it', 'Simu zitakazopokea'],
  duplicates: ['Repeated numbers, left out', 'Namba zilizorudiwa, zimeachwa'],
  optedOut: ['Opted out, left out', 'Waliojiondoa, wameachwa'],
  rejected: ['Wrong lines, left out', 'Mistari yenye makosa, imeachwa'],
  size: ['Size', 'Ukubwa'],
  sizeParts: [
    { one: '{count} part, {letters}', other: '{count} parts, {letters}' },
    { one: 'sehemu {count}, {letters}', other: 'sehemu {count}, {letters}' },
  ],
  cost: ['Cost', 'Gharama'],
  credits: [
    { one: '{count} credit', other: '{count} credits' },
    { one: 'kredi {count}', other: 'kredi {count}' },
  ],
  balance: ['Credits now', 'Kredi sasa'],
  after: ['Credits afterwards', 'Kredi baadaye'],
  missing: [
    {
      one: '{count} credit is missing. Shorten the list, or ask for more credits.',
      other: '{count} credits are missing. Shorten the list, or ask for more credits.',
    },
    {
      one: 'Kredi {count} imepungua. Punguza orodha, au omba kredi zaidi.',
      other: 'Kredi {count} zimepungua. Punguza orodha, au omba kredi zaidi.',
    },
  ],
  toCredits: ['To your credits', 'Nenda kwenye kredi'],
  wrongLines: ['Wrong lines', 'Mistari yenye makosa'],
  listed: ['The first {shown} of them:', 'Ya kwanza {shown}:'],
  line: ['Line', 'Mstari'],
  written: ['Written', 'Iliyoandikwa'],
  why: ['Why', 'Sababu'],

  send: [
    { one: 'Send to {count} phone', other: 'Send to {count} phones' },
    { one: 'Tuma kwa simu {count}', other: 'Tuma kwa simu {count}' },
  ],
  schedule: [
    { one: 'Schedule for {count} phone', other: 'Schedule for {count} phones' },
    { one: 'Panga kwa simu {count}', other: 'Panga kwa simu {count}' },
  ],
  costs: [
    { one: 'This costs {count} credit.', other: 'This costs {count} credits.' },
    { one: 'Hii inagharimu kredi {count}.', other: 'Hii inagharimu kredi {count}.' },
  ],
  leaves: [
    { one: '{count} credit remains.', other: '{count} credits remain.' },
    { one: 'Itabaki kredi {count}.', other: 'Zitabaki kredi {count}.' },
  ],
  scheduledCancel: [
    'Until then it can be cancelled, and its credits come back.',
    'Hadi wakati huo inaweza kusitishwa, na kredi zake zitarudi.',
  ],
  doubtSafe: [
    'The last try got no answer. Send it again: it goes out only once, even if the first try arrived.',
    'Jaribio la mwisho halikupata jibu. Tuma tena: itatumwa mara moja tu, hata kama la kwanza lilifika.',
  ],
  perhapsPaid: [
    'The credits do not cover this, perhaps because the first try was sent. Then nothing more is taken.',
    'Kredi hazitoshi kwa hili, huenda kwa sababu jaribio la kwanza lilitumwa. Basi hakuna zaidi kitakachokatwa.',
  ],
  takenOver: [
    'This message was changed or sent in another window. What stands there now is shown here: nothing has been sent from here.',
    'Ujumbe huu ulibadilishwa au kutumwa katika dirisha lingine. Hapa inaonyeshwa ilivyo huko sasa: hakuna kilichotumwa kutoka hapa.',
  ],
  doubtChanged: [
    'An earlier try got no answer and may have been sent. Look at your messages before you send this as well.',
    'Jaribio la awali halikupata jibu na huenda lilitumwa. Angalia ujumbe wako kabla ya kutuma hili pia.',
  ],
  toMessages: ['To your messages', 'Nenda kwenye ujumbe'],
  toJobs: ['To your bulk sends', 'Nenda kwenye utumaji kwa wengi'],
});
