import { words } from '../words/words.ts';

export const say = words({
  normal: ['Normal', 'Sawa'],
  low: ['Low', 'Chini'],
  veryLow: ['Very low', 'Chini sana'],
  high: ['High', 'Juu'],
  veryHigh: ['Nearly overflowing', 'Karibu kufurika'],
  noReading: ['No reading yet', 'Hakuna kipimo bado'],
  online: ['Online', 'Mtandaoni'],
  offline: ['Offline', 'Hakipatikani'],
  heard: ['Heard {when}', 'Kilisikika {when}'],
  neverHeard: ['Never heard', 'Hakijasikika'],
  pumpOn: ['Pump on', 'Pampu imewaka'],
  pumpOff: ['Pump off', 'Pampu imezimwa'],
  emptyIn: ['Empty in about {span}', 'Yataisha baada ya {span} hivi'],
  emptyInRange: [
    'Empty in about {span}, between {low} and {high}',
    'Yataisha baada ya {span} hivi, kati ya {low} na {high}',
  ],
  emptyByNow: ['Perhaps empty by now', 'Huenda yameisha sasa'],
  refused: ['Its readings are refused', 'Vipimo vyake vinakataliwa'],
  refusedFor: [
    'It sends, but its readings are refused: {field} {fault}.',
    'Kinatuma, lakini vipimo vyake vinakataliwa: {field} {fault}.',
  ],
  refusedForSent: [
    'It sends, but its readings are refused: {field} {fault} (it sent “{sent}”).',
    'Kinatuma, lakini vipimo vyake vinakataliwa: {field} {fault} (kilituma “{sent}”).',
  ],
  refusedCount: [
    {
      one: '{count} reading was refused, {since}.',
      other: '{count} readings were refused, the first {since}.',
    },
    {
      one: 'Kipimo {count} kilikataliwa, {since}.',
      other: 'Vipimo {count} vilikataliwa, cha kwanza {since}.',
    },
  ],
  refusedLast: ['The last one: {ago}.', 'Cha mwisho: {ago}.'],
  unknownUse: [
    'What is used cannot be known of this tank.',
    'Matumizi ya tangi hili hayawezi kujulikana.',
  ],
  unknownKeptFull: [
    'It is kept full: what goes out comes in again at once, and the level hardly moves. A water meter would tell.',
    'Hujazwa muda wote: maji yanayotoka hurudi papo hapo, na kiwango hakisogei. Mita ya maji ingeonyesha.',
  ],
  unknownFewLevels: [
    'Its sensor tells only a few levels, and nothing of what is used between them.',
    'Kihisi chake huonyesha viwango vichache tu; kinachotumika kati yake hakionekani.',
  ],
  unread: [
    { one: '{count} new alert', other: '{count} new alerts' },
    { one: 'Tahadhari {count} mpya', other: 'Tahadhari {count} mpya' },
  ],
  tanks: ['Tanks', 'Matangi'],
  levelOf: ['Water level of {name}', 'Kiwango cha maji, {name}'],
  nowViewer: ['You now see “{name}”, as viewer.', 'Sasa unaona “{name}”, kama mtazamaji.'],
  nowOperator: ['You now see “{name}”, as operator.', 'Sasa unaona “{name}”, kama mwendeshaji.'],
  nowManager: ['You now see “{name}”, as manager.', 'Sasa unaona “{name}”, kama meneja.'],
  nowOwner: ['“{name}” is yours now.', '“{name}” sasa ni lako.'],
});
