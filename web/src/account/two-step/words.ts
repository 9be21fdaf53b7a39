import { words } from '../../words/words.ts';

export const say = words({
  title: ['Two-step sign-in', 'Kuingia kwa hatua mbili'],
  about: [
    'Beside the password, an app on your phone gives a code. Then a stolen password opens nothing.',
    'Pamoja na nenosiri, programu ya simu yako hutoa msimbo. Nenosiri likiibiwa, halifungui kitu.',
  ],
  required: [
    'Administrators of this server need it. Turn it on to use the administration.',
    'Wasimamizi wa seva hii wanaihitaji. Iwashe ili utumie usimamizi.',
  ],
  turnOn: ['Turn on', 'Washa'],
  password: ['Your present password', 'Nenosiri lako la sasa'],
  next: ['Continue', 'Endelea'],
  scan: [
    'Scan this with an authenticator app, or type the key into it.',
    'Changanua hii kwa programu ya uthibitishaji, au andika ufunguo ndani yake.',
  ],
  qrCode: ['QR code for the authenticator app', 'Msimbo wa QR wa programu ya uthibitishaji'],
  key: ['Key', 'Ufunguo'],
  openApp: ['Open the app on this phone', 'Fungua programu kwenye simu hii'],
  code: ['Code from the app', 'Msimbo kutoka kwa programu'],
  codeHint: ['Six digits', 'Tarakimu sita'],
  confirm: ['Turn on two-step sign-in', 'Washa hatua mbili'],
  codes: ['Recovery codes', 'Misimbo ya dharura'],
  codesAbout: [
    'Each lets you in once, without the phone. They are shown only now: keep them apart from it.',
    'Kila mmoja unakuingiza mara moja, bila simu. Inaonyeshwa sasa tu: itunze mbali na simu.',
  ],
  download: ['Download', 'Pakua'],
  kept: ['I have kept them', 'Nimeitunza'],
  isOn: ['On since {since}.', 'Imewashwa tangu {since}.'],
  codesLeft: [
    { one: '{count} recovery code is left.', other: '{count} recovery codes are left.' },
    { one: 'Umebaki msimbo {count} wa dharura.', other: 'Imebaki misimbo {count} ya dharura.' },
  ],
  renew: ['New recovery codes', 'Misimbo mipya ya dharura'],
  turnOff: ['Turn off', 'Zima'],
  eitherCode: ['Code from the app, or a recovery code', 'Msimbo wa programu, au wa dharura'],
});
