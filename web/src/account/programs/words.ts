import { words } from '../../words/words.ts';

export const say = words({
  title: ['Programs', 'Programu'],
  back: ['Account', 'Akaunti'],
  about: [
    'Home Assistant, Grafana or a script of your own sees your tanks with a token in place of your password. Give each program its own, so that you can revoke one without stopping the others.',
    'Home Assistant, Grafana au programu yako mwenyewe huona matangi yako kwa tokeni badala ya nenosiri lako. Ipe kila programu tokeni yake, ili uweze kufuta moja bila kuzuia nyingine.',
  ],
  name: ['Name of the program', 'Jina la programu'],
  nameHint: ['Such as “Home Assistant”', 'Kama “Home Assistant”'],
  scope: ['It may', 'Inaruhusiwa'],
  read: ['see tanks', 'kuona matangi'],
  operate: ['see tanks and switch pumps', 'kuona matangi na kuwasha au kuzima pampu'],
  tanks: ['Of which tank', 'Kwa tangi lipi'],
  all: ['All that I see', 'Yote ninayoona'],
  password: ['Password of your account', 'Nenosiri la akaunti yako'],
  make: ['Make a token', 'Tengeneza tokeni'],
  made: ['The token “{name}” is ready', 'Tokeni “{name}” iko tayari'],
  tryIt: ['See your tanks from a terminal:', 'Ona matangi yako kwenye terminal:'],
  list: ['Active tokens', 'Tokeni zinazotumika'],
  empty: ['No program has a token yet.', 'Hakuna programu yenye tokeni bado.'],
  mayRead: ['sees tanks', 'huona matangi'],
  mayOperate: ['sees tanks and switches pumps', 'huona matangi na kuwasha au kuzima pampu'],
  only: [
    { one: 'of one tank only', other: 'of {count} tanks only' },
    { one: 'ya tangi moja tu', other: 'ya matangi {count} tu' },
  ],
  used: ['used {when}', 'ilitumika {when}'],
  neverUsed: ['not used yet', 'haijatumika bado'],
  revokeNamed: ['Revoke the token {name}', 'Futa tokeni {name}'],
  revokeHint: [
    'Programs that use it see nothing more, from this moment on. It cannot be brought back.',
    'Programu zinazoitumia hazitaona chochote kuanzia sasa. Haiwezi kurudishwa.',
  ],
});
