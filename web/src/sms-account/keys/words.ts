import { words } from '../../words/words.ts';

export const say = words({
  title: ['API keys', 'Funguo za API'],
  about: [
    'A program sends SMS with a key in place of your password. Give each program its own, so that you can revoke one without stopping the others.',
    'Programu hutuma SMS kwa ufunguo badala ya nenosiri lako. Ipe kila programu ufunguo wake, ili uweze kufuta mmoja bila kuzuia nyingine.',
  ],
  name: ['Name of the program', 'Jina la programu'],
  nameHint: ['Such as “Shop” or “Billing”', 'Kama “Duka” au “Ankara”'],
  password: ['Password of your account', 'Nenosiri la akaunti yako'],
  make: ['Make a key', 'Tengeneza ufunguo'],
  made: ['The key “{name}” is ready', 'Ufunguo “{name}” uko tayari'],
  tryIt: ['Send a first message from a terminal:', 'Tuma ujumbe wa kwanza kutoka kwenye terminal:'],
  list: ['Active keys', 'Funguo zinazotumika'],
  empty: [
    'No program has a key yet. Name your program above to make its key.',
    'Hakuna programu yenye ufunguo bado. Andika jina la programu yako hapo juu upate ufunguo wake.',
  ],
  used: ['used {when}', 'ulitumika {when}'],
  neverUsed: ['not used yet', 'haujatumika bado'],
  revokeNamed: ['Revoke the key {name}', 'Futa ufunguo {name}'],
  revokeHint: [
    'Programs that use it can no longer send, from this moment on. It cannot be brought back.',
    'Programu zinazoutumia hazitaweza kutuma tena kuanzia sasa. Hauwezi kurudishwa.',
  ],
});
