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
  creditsHint: ['They cannot be taken away again.', 'Haziwezi kuondolewa tena.'],
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
  senders: ['Senders', 'Majina ya mtumaji'],
  sendersAbout: [
    'A sender id or a short code belongs to one account: it sends under it, and what phones send to it is its mail.',
    'Jina au namba fupi ni ya akaunti moja: hutuma kwa jina hilo, na simu zikiliandikia ujumbe huwa wake.',
  ],
  sender: ['Sender id or code', 'Jina au namba fupi'],
  senderHint: ['3 to 11 letters and digits, or a number', 'Herufi na tarakimu 3 hadi 11, au namba'],
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
  refresh: ['Look again', 'Angalia tena'],
  up: ['Up', 'Iko sawa'],
  degraded: ['Degraded', 'Ina hitilafu'],
  down: ['Down', 'Haifanyi kazi'],
});
