import { words } from '../words/words.ts';

export const sayKnock = words({
  nothing: [
    {
      one: 'This board reaches the server: it has sent once over HTTP, without a key, {ago}.',
      other:
        'This board reaches the server: it has sent {count} times over HTTP, without a key, last {ago}.',
    },
    {
      one: 'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, bila ufunguo, {ago}.',
      other:
        'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, bila ufunguo, mara ya mwisho {ago}.',
    },
  ],
  key: [
    {
      one: 'This board reaches the server: it has sent once over HTTP, with a key, {ago}.',
      other:
        'This board reaches the server: it has sent {count} times over HTTP, with a key, last {ago}.',
    },
    {
      one: 'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, kikiwa na ufunguo, {ago}.',
      other:
        'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, kikiwa na ufunguo, mara ya mwisho {ago}.',
    },
  ],
  signature: [
    {
      one: 'This board reaches the server: it has sent once over HTTP, signed, {ago}.',
      other:
        'This board reaches the server: it has sent {count} times over HTTP, signed, last {ago}.',
    },
    {
      one: 'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, kikiwa na sahihi, {ago}.',
      other:
        'Kifaa hiki kinafika kwenye seva: kimetuma mara {count} kwa HTTP, kikiwa na sahihi, mara ya mwisho {ago}.',
    },
  ],
  notStored: [
    'Nothing of that was stored. From when it is registered on, what it sends is.',
    'Hakuna kilichohifadhiwa. Kuanzia kikisajiliwa, kinachotumwa kitahifadhiwa.',
  ],
  itsKey: [
    'It has a key that was made elsewhere: give it the key of this device once it is registered.',
    'Kina ufunguo uliotengenezwa kwingine: kipe ufunguo wa kifaa hiki baada ya kukisajili.',
  ],
  none: [
    'It has sent nothing to this server within a day. Register it all the same, and switch it on.',
    'Hakijatuma chochote kwenye seva hii kwa siku nzima. Kisajili hata hivyo, kisha kiwashe.',
  ],
});
