import { words } from '../words/words.ts';

export const say = words({
  title: ['Administration', 'Usimamizi'],
  accounts: ['Accounts', 'Akaunti'],
  search: ['E-mail begins with', 'Barua pepe huanza na'],
  noAccount: ['No account has such an e-mail.', 'Hakuna akaunti yenye barua pepe hiyo.'],
  email: ['E-mail', 'Barua pepe'],
  isAdmin: ['Administrator', 'Msimamizi'],
  figures: [
    '{balance} left · {used} used · {quota} granted',
    'Zimebaki {balance} · zimetumika {used} · zimetolewa {quota}',
  ],
  grant: ['Grant credits', 'Ongeza kredi'],
  grantTo: ['Grant credits to {email}', 'Ongeza kredi kwa {email}'],
  credits: ['Credits', 'Kredi'],
  takeBack: ['Take back', 'Rudisha'],
  creditsHint: [
    'Taking back takes unused credits alone.',
    'Zinazorudishwa ni zile tu ambazo hazijatumika.',
  ],
  note: ['Note', 'Maelezo'],
  noteHint: [
    'The owner reads it in the ledger, such as “M-Pesa QK7”',
    'Mwenye akaunti huisoma, kama “M-Pesa QK7”',
  ],
  granted: [
    {
      one: '{email} was given one credit and has {balance} now.',
      other: '{email} was given {count} credits and has {balance} now.',
    },
    {
      one: '{email} amepewa kredi moja na sasa ana {balance}.',
      other: '{email} amepewa kredi {count} na sasa ana {balance}.',
    },
  ],
  takenBack: [
    {
      one: 'One credit was taken back from {email}, which has {balance} now.',
      other: '{count} credits were taken back from {email}, which has {balance} now.',
    },
    {
      one: 'Kredi moja imerudishwa kutoka kwa {email}, ambaye sasa ana {balance}.',
      other: 'Kredi {count} zimerudishwa kutoka kwa {email}, ambaye sasa ana {balance}.',
    },
  ],
  senders: ['Senders', 'Majina ya mtumaji'],
  sendersAbout: [
    'A sender id or a short code belongs to one account: it sends under it, and what phones send to it is its mail.',
    'Jina au namba fupi ni ya akaunti moja: hutuma kwa jina hilo, na simu zikiliandikia ujumbe huwa wake.',
  ],
  sender: ['Sender id or code', 'Jina au namba fupi'],
  senderHint: ['3 to 11 letters and digits, or a number', 'Herufi na tarakimu 3 hadi 11, au namba'],
  carries: ['It carries', 'Hubeba'],
  both: ['both', 'zote'],
  transactional: ['Transactional', 'Taarifa'],
  promotional: ['Promotional', 'Tangazo'],
  give: ['Give', 'Toa'],
  given: ['{sender} now belongs to {email}.', '{sender} sasa ni ya {email}.'],
  noSenders: ['No account has a sender of its own.', 'Hakuna akaunti yenye jina lake.'],
  since: ['since {when}', 'tangu {when}'],
  take: ['Take back', 'Ondoa'],
  takeNamed: ['Take back {sender}', 'Ondoa {sender}'],
  takeTitle: ['Take “{sender}” back from {email}?', 'Uondoe “{sender}” kwa {email}?'],
  takeHint: [
    'The account sends under another name from now on, and gets no more mail for this one.',
    'Akaunti itatuma kwa jina lingine kuanzia sasa, na haitapata ujumbe wa jina hili tena.',
  ],
  providers: ['Ways to phones', 'Njia za kufikia simu'],
  providersAbout: ['How each provider is at this moment.', 'Hali ya kila mtoa huduma kwa sasa.'],
  refresh: ['Refresh', 'Onyesha upya'],
  callbacks: ["Where Africa's Talking is to report", "Africa's Talking ituarifu wapi"],
  callbacksAbout: [
    "Enter these in the dashboard of Africa's Talking, under SMS Callback URLs. Whoever knows them is believed, so treat them like passwords.",
    "Ziandike kwenye dashibodi ya Africa's Talking, chini ya SMS Callback URLs. Anayezijua huaminiwa, kwa hiyo zitunze kama nenosiri.",
  ],
  deliveryReports: ['Delivery reports', 'Taarifa za kufika'],
  incomingMessages: ['Incoming messages', 'Ujumbe unaoingia'],
  bulkOptOuts: ['Bulk SMS opt out', 'Waliojitoa (bulk SMS opt out)'],
  audit: ['What administrators did', 'Wasimamizi walifanya nini'],
  auditAbout: [
    'Who did what, and from where. It cannot be changed.',
    'Nani alifanya nini, na kutoka wapi. Haiwezi kubadilishwa.',
  ],
  noEntries: ['Nothing yet.', 'Hakuna bado.'],
  terminal: ['at the terminal of the server', 'kwenye terminal ya seva'],
  byFrom: ['{by}, from {address}', '{by}, kutoka {address}'],
  didGrant: [
    { one: '{email} was given {credits} credit', other: '{email} was given {credits} credits' },
    { one: '{email} alipewa kredi {credits}', other: '{email} alipewa kredi {credits}' },
  ],
  didTakeBack: [
    {
      one: '{credits} credit was taken back from {email}',
      other: '{credits} credits were taken back from {email}',
    },
    {
      one: 'Kredi {credits} ilirudishwa kutoka kwa {email}',
      other: 'Kredi {credits} zilirudishwa kutoka kwa {email}',
    },
  ],
  didGive: ['{sender} was given to {email}', '{sender} ilipewa {email}'],
  didTake: ['{sender} was taken back from {email}', '{sender} iliondolewa kwa {email}'],
  didRevoke: ['The API key {name} of {email} was ended', 'Ufunguo {name} wa {email} ulifutwa'],
  didPromote: ['{email} became an administrator', '{email} amekuwa msimamizi'],
  didDemote: ['{email} is no administrator any more', '{email} si msimamizi tena'],
  didRemoveSecondFactor: [
    'Two-step sign-in of {email} was turned off',
    'Kuingia kwa hatua mbili kwa {email} kumezimwa',
  ],
  up: ['Up', 'Iko sawa'],
  degraded: ['Degraded', 'Ina hitilafu'],
  down: ['Down', 'Haifanyi kazi'],
});
