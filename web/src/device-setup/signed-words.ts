import { words } from '../words/words.ts';

export const saySigned = words({
  onlySigned: ['Only signed messages', 'Ujumbe wenye sahihi tu'],
  hint: [
    'For devices without https: the key never leaves the device, which signs each message with it. Nobody on the way can read the key, change a message, send an old one again or switch the pump.',
    'Kwa vifaa visivyo na https: ufunguo hautoki kwenye kifaa, nacho hutia sahihi kila ujumbe kwa ufunguo huo. Hakuna mtu njiani anayeweza kusoma ufunguo, kubadilisha ujumbe, kutuma wa zamani tena wala kuwasha pampu.',
  ],
  isOn: [
    'In force now: messages without a signature are refused, also with the right key.',
    'Kanuni ya sasa: ujumbe usio na sahihi unakataliwa, hata wenye ufunguo sahihi.',
  ],
  isOff: [
    'In force now: messages are taken with and without a signature.',
    'Kanuni ya sasa: ujumbe unapokelewa wenye sahihi na usio nayo.',
  ],
  signs: [
    'Its last signed message came {ago}.',
    'Ujumbe wake wa mwisho wenye sahihi ulifika {ago}.',
  ],
  neverSigned: ['It has never sent a signed message.', 'Haijawahi kutuma ujumbe wenye sahihi.'],
  sendsUnsigned: [
    'It sends, but without a signature: nothing of it is stored (last {ago}).',
    'Kinatuma, lakini bila sahihi: hakuna kinachohifadhiwa (mara ya mwisho {ago}).',
  ],
  alsoUnsigned: [
    'Messages without a signature come in its name, too: nothing of those is stored (last {ago}).',
    'Ujumbe usio na sahihi unakuja pia kwa jina lake: hakuna kinachohifadhiwa (mara ya mwisho {ago}).',
  ],
  turnOn: ['Refuse what is not signed', 'Kataa ujumbe usio na sahihi'],
  turnOff: ['Take unsigned messages too', 'Pokea pia usio na sahihi'],
  turnOnHint: [
    'From now on only messages that the device signs are stored.',
    'Kuanzia sasa utahifadhiwa ujumbe ambao kifaa kimeutia sahihi tu.',
  ],
  turnOnUnsigned: [
    'This device has never sent a signed message. If its firmware does not sign, all that it sends is refused from now on.',
    'Kifaa hiki hakijawahi kutuma ujumbe wenye sahihi. Kama programu yake haitii sahihi, chote kinachotuma kitakataliwa kuanzia sasa.',
  ],
  rotateHint: [
    'The key of now goes on until the device uses the new one, for 24 hours at most.',
    'Ufunguo wa sasa utaendelea hadi kifaa kitumie mpya, kwa saa 24 tu zisizozidi.',
  ],
});
