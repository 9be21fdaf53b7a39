import { words } from '../words/words.ts';

export const sayKey = words({
  wrongKey: [
    {
      one: '{count} request of this device was refused: its key is wrong.',
      other: '{count} requests of this device were refused: their key is wrong.',
    },
    {
      one: 'Ombi {count} la kifaa hiki limekataliwa: ufunguo wake si sahihi.',
      other: 'Maombi {count} ya kifaa hiki yamekataliwa: ufunguo wake si sahihi.',
    },
  ],
  missingKey: [
    {
      one: '{count} request of this device was refused: it came without the key.',
      other: '{count} requests of this device were refused: they came without the key.',
    },
    {
      one: 'Ombi {count} la kifaa hiki limekataliwa: halikuwa na ufunguo.',
      other: 'Maombi {count} ya kifaa hiki yamekataliwa: hayakuwa na ufunguo.',
    },
  ],
  lastRefused: ['The last one: {ago}.', 'La mwisho: {ago}.'],
  wrongKeyHint: [
    'Put the key that the set-up shows into the device. If you know of no such device, somebody is guessing: the key keeps them out.',
    'Weka kwenye kifaa ufunguo unaoonyeshwa kwenye mipangilio. Kama hujui kifaa hicho, kuna mtu anabahatisha: ufunguo unamzuia.',
  ],
  missingKeyHint: [
    'Put the key into the device, or let the set-up accept readings without it.',
    'Weka ufunguo kwenye kifaa, au ruhusu kwenye mipangilio vipimo visivyo nao.',
  ],
  toKey: ['To the key', 'Nenda kwenye ufunguo'],
  unsigned: [
    {
      one: 'The device sends, but {count} message was refused: it is not signed.',
      other: 'The device sends, but {count} messages were refused: they are not signed.',
    },
    {
      one: 'Kifaa kinatuma, lakini ujumbe {count} umekataliwa: hauna sahihi.',
      other: 'Kifaa kinatuma, lakini jumbe {count} zimekataliwa: hazina sahihi.',
    },
  ],
  unsignedHint: [
    'Nothing of them is stored. Give the device firmware that signs, or turn off “Only signed messages” in the set-up. If your device signs, somebody else is sending in its name.',
    'Hakuna kilichohifadhiwa. Weka kwenye kifaa programu inayotia sahihi, au zima “Ujumbe wenye sahihi tu” kwenye mipangilio. Kama kifaa chako hutia sahihi, kuna mtu mwingine anatuma kwa jina lake.',
  ],
  wrongSignature: [
    {
      one: '{count} message of this device was refused: its signature is wrong.',
      other: '{count} messages of this device were refused: their signature is wrong.',
    },
    {
      one: 'Ujumbe {count} wa kifaa hiki umekataliwa: sahihi yake si sahihi.',
      other: 'Jumbe {count} za kifaa hiki zimekataliwa: sahihi zake si sahihi.',
    },
  ],
  wrongSignatureHint: [
    'Put the key that the set-up shows into the device. If it has that key, somebody changed its messages on their way, or forged them: they are kept out.',
    'Weka kwenye kifaa ufunguo unaoonyeshwa kwenye mipangilio. Kama kinao, kuna mtu amebadilisha ujumbe njiani au ameughushi: amezuiwa.',
  ],
  replayed: [
    {
      one: '{count} message of this device was refused: it had come before.',
      other: '{count} messages of this device were refused: they had come before.',
    },
    {
      one: 'Ujumbe {count} wa kifaa hiki umekataliwa: uliwahi kufika.',
      other: 'Jumbe {count} za kifaa hiki zimekataliwa: ziliwahi kufika.',
    },
  ],
  replayedHint: [
    'A device that has lost its count after a power failure goes on by itself. If it does not stop, somebody who listens on its network sends its old messages again: they are kept out.',
    'Kifaa kilichopoteza hesabu yake baada ya umeme kukatika huendelea chenyewe. Isipokoma, kuna mtu anayesikiliza mtandao wake na kutuma tena ujumbe wa zamani: amezuiwa.',
  ],
});
