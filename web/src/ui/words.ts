import { words } from '../words/words.ts';

export const say = words({
  loading: ['Loading…', 'Inapakia…'],
  notKept: ['Not kept on this phone.', 'Haijahifadhiwa kwenye simu hii.'],
  unreachable: [
    'The server cannot be reached. Check the connection and try again.',
    'Seva haipatikani. Angalia mtandao kisha ujaribu tena.',
  ],
  unexpected: ['This did not work. Try again.', 'Haikufaulu. Jaribu tena.'],
  retry: ['Try again', 'Jaribu tena'],
  close: ['Close', 'Funga'],
  cancel: ['Cancel', 'Ghairi'],
  more: ['Show more', 'Onyesha zaidi'],
  copy: ['Copy', 'Nakili'],
  copied: ['Copied', 'Imenakiliwa'],
  showPassword: ['Show what I type', 'Onyesha nenosiri'],
  chooseFile: ['Choose a file', 'Chagua faili'],
  noFile: ['No file yet', 'Hakuna faili bado'],
  nothingFits: ['Nothing fits.', 'Hakuna kinacholingana.'],
  fitting: [
    { one: '{count} fits.', other: '{count} fit.' },
    { one: '{count} kinalingana.', other: '{count} vinalingana.' },
  ],
  firstOf: [
    'The first {shown} of {total}: type on to find it.',
    '{shown} vya kwanza kati ya {total}: andika zaidi ili kukipata.',
  ],
  optional: ['optional', 'si lazima'],
  signOut: ['Sign out', 'Ondoka'],
  apiDocs: ['All of the API, with examples', 'API yote, pamoja na mifano'],
  onlyNow: [
    'This is the only time it is shown. Copy it now and keep it where only you can read it.',
    'Inaonyeshwa mara hii moja tu. Inakili sasa na uitunze mahali unapoweza kuisoma wewe pekee.',
  ],
  haveIt: ['I have kept it', 'Nimeitunza'],
  begins: ['Begins {prefix}', 'Huanza {prefix}'],
  revoke: ['Revoke', 'Futa'],
  revokeTitle: ['Revoke “{name}”?', 'Ufute “{name}”?'],
  nearOnly: [
    'Other devices cannot reach {origin}. Start Kisima with HOST=0.0.0.0 and open it here, too, by this machine’s address in the network.',
    'Vifaa vingine haviwezi kufikia {origin}. Anzisha Kisima kwa HOST=0.0.0.0 na uifungue hapa pia kwa anwani ya mashine hii kwenye mtandao.',
  ],
  notFound: ['There is no such page', 'Hakuna ukurasa kama huu'],
  toTanks: ['To your tanks', 'Nenda kwenye matangi yako'],
});
