import { words } from '../words/words.ts';

export const say = words({
  navigation: ['SMS screens', 'Kurasa za SMS'],
  title: ['SMS', 'SMS'],
  overview: ['Overview', 'Muhtasari'],
  compose: ['Send', 'Tuma'],
  composeAbout: ['To one phone, to many, or to a group', 'Kwa simu moja, nyingi, au kundi'],
  messages: ['Messages', 'Ujumbe'],
  messagesAbout: ['What became of each one', 'Kila ujumbe ulifikia wapi'],
  jobs: ['Bulk sends', 'Kwa wengi'],
  jobsAbout: ['How far each of them is', 'Kila utumaji umefika wapi'],
  days: ['By day', 'Kwa siku'],
  daysAbout: [
    'How many, by network, and what became of them',
    'Ujumbe mwingapi, kwa kila mtandao, na umefika wapi',
  ],
  groups: ['Contacts', 'Waasiliani'],
  groupsAbout: ['Groups to write to, also from a file', 'Makundi ya kuandikia, hata kutoka faili'],
  inbound: ['Inbox', 'Zilizoingia'],
  inboundAbout: ['What phones have written to you', 'Simu zimekuandikia nini'],
  optOuts: ['Opt-outs', 'Waliojiondoa'],
  optOutsAbout: ['Numbers that want no promotions', 'Waliojiondoa kwenye matangazo'],
  ledger: ['Credits', 'Salio'],
  ledgerAbout: [
    'Every credit granted, spent and returned',
    'Kila kredi iliyotolewa, kutumika na kurudishwa',
  ],
  keys: ['API keys', 'Funguo za API'],
  keysAbout: ['For programs that send', 'Kwa programu zinazotuma'],
  webhooks: ['Webhooks', 'Webhook'],
  webhooksAbout: ['Your server is told what happens', 'Seva yako inaarifiwa kinachotokea'],
  settings: ['Settings', 'Mipangilio'],
  settingsAbout: ['Quiet hours and your senders', 'Saa za utulivu na majina ya mtumaji'],
  admin: ['Administration', 'Usimamizi'],
  adminAbout: ['Accounts, senders, providers', 'Akaunti, majina ya mtumaji, watoa huduma'],

  credits: [
    { one: 'credit left', other: 'credits left' },
    { one: 'kredi imebaki', other: 'kredi zimebaki' },
  ],
  granted: ['Granted in all', 'Jumla iliyotolewa'],
  used: ['Used', 'Imetumika'],
  oneEach: [
    'A message to one phone costs one credit.',
    'Ujumbe kwa simu moja hugharimu kredi moja.',
  ],
  send: ['Send an SMS', 'Tuma SMS'],
  low: ['Your credits are running low.', 'Kredi zako zinakaribia kuisha.'],
  lowAsSet: [
    'Your credits have fallen to the limit that you set, {limit}.',
    'Kredi zako zimeshuka hadi kikomo ulichoweka, {limit}.',
  ],
  none: [
    'You have no credits left, so nothing can be sent.',
    'Kredi zimeisha, kwa hiyo huwezi kutuma kitu.',
  ],
  askForMore: [
    'Whoever runs this server adds credits. Tell them the e-mail of your account: {email}',
    'Anayesimamia seva hii ndiye huongeza kredi. Mwambie barua pepe ya akaunti yako: {email}',
  ],
  simulated: [
    'A trial: no phone gets what you send.',
    'Majaribio: hakuna simu itakayopokea unachotuma.',
  ],
  simulatedAbout: [
    'A simulator takes it. Messages become real once whoever runs this server grants you credits.',
    'Unajaribu tu: ujumbe haufiki kwenye simu yoyote. Utakuwa halisi mara anayesimamia seva hii akikuongezea kredi.',
  ],
  suspended: ['Suspended since {when}.', 'Imesimamishwa tangu {when}.'],
  suspendedAbout: [
    'An administrator says: “{reason}” Nothing is sent until the account is let go again; what waits goes on then, unless its time is over.',
    'Msimamizi anasema: “{reason}” Hakuna kinachotumwa hadi akaunti ifunguliwe tena; kinachosubiri kitaendelea wakati huo, isipokuwa muda wake umepita.',
  ],
  grantMore: ['Grant credits', 'Ongeza kredi'],
  places: ['All of SMS', 'Huduma zote za SMS'],

  outboxTitle: ["The simulator's outbox", 'Ujumbe wa majaribio'],
  about: [
    'These messages reached no phone: on this server a simulator sends in place of a network. This is what the phones would have read.',
    'Ujumbe huu haukufika kwa simu: kwenye seva hii ni majaribio tu, bila mtandao wa simu. Hivi ndivyo simu zingesoma.',
  ],
  refresh: ['Refresh', 'Onyesha upya'],
  redacted: ['The text is no longer kept.', 'Maandishi hayahifadhiwi tena.'],
  to: ['To {phone}', 'Kwa {phone}'],
});
