import { words } from '../words/words.ts';

export const say = words({
  part: [
    'Only {shown} of {all} devices are here so far.',
    'Hadi sasa viko hapa vifaa {shown} tu kati ya {all}.',
  ],
  partOfMore: [
    'Only {shown} devices are here so far; there may be more.',
    'Hadi sasa viko hapa vifaa {shown} tu; huenda kuna zaidi.',
  ],
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
  keyRefused: ['Refused for its key', 'Kinakataliwa kwa ufunguo wake'],
  refusedFor: [
    'It sends, but its readings are refused: {field} {fault}.',
    'Kinatuma, lakini vipimo vyake vinakataliwa: {field} {fault}.',
  ],
  refusedForSent: [
    'It sends, but its readings are refused: {field} {fault} (it sent “{sent}”).',
    'Kinatuma, lakini vipimo vyake vinakataliwa: {field} {fault} (kilituma “{sent}”).',
  ],
  clockUnset: ['The clock of the device is not set.', 'Saa ya kifaa haijawekwa.'],
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
  doubtBoth: [
    {
      one: 'In doubt: waits for {count} more reading, until {until} at least',
      other: 'In doubt: waits for {count} more readings, until {until} at least',
    },
    {
      one: 'Kina shaka: kinasubiri kipimo {count} zaidi, angalau hadi {until}',
      other: 'Kina shaka: kinasubiri vipimo {count} zaidi, angalau hadi {until}',
    },
  ],
  doubtReadings: [
    {
      one: 'In doubt: waits for {count} more reading',
      other: 'In doubt: waits for {count} more readings',
    },
    {
      one: 'Kina shaka: kinasubiri kipimo {count} zaidi',
      other: 'Kina shaka: kinasubiri vipimo {count} zaidi',
    },
  ],
  doubtUntil: ['In doubt: waits until {until}', 'Kina shaka: kinasubiri hadi {until}'],
  doubtZero: [
    'It went from {before} to nothing at once, as with a sensor that fails. No alert comes of it until then.',
    'Kilitoka {before} hadi sifuri ghafla, kama kihisi kinapoharibika. Hakuna tahadhari hadi hapo.',
  ],
  doubtEcho: [
    'It rose from {before} at once, and this sensor had false echoes within a day. No alert comes of it until then.',
    'Kilipanda ghafla kutoka {before}, na kihisi hiki kimekuwa na mwangwi wa uongo leo. Hakuna tahadhari hadi hapo.',
  ],
  doubtFall: [
    'It fell from {before} faster than any outlet lets out. No alert comes of it until then.',
    'Kilishuka kutoka {before} haraka kuliko bomba lolote litoavyo maji. Hakuna tahadhari hadi hapo.',
  ],
  doubtStep: [
    'It came from {before} at once, and further readings must agree. No alert comes of it until then.',
    'Kilibadilika ghafla kutoka {before}; vipimo vingine lazima vikubaliane. Hakuna tahadhari hadi hapo.',
  ],
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
