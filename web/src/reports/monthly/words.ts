import { words } from '../../words/words.ts';

export const say = words({
  title: ['{month}: all tanks', '{month}: matangi yote'],
  ofGroup: ['{month}: {group}', '{month}: kundi la {group}'],
  reports: ['Reports', 'Ripoti'],
  month: ['Month', 'Mwezi'],
  group: ['Tanks', 'Matangi'],
  everyTank: ['All', 'Yote'],
  print: ['Print', 'Chapisha'],
  csv: ['Download CSV', 'Pakua CSV'],
  stop: ['Stop', 'Simamisha'],
  received: ['{size} received', '{size} zimepokelewa'],
  progress: ['Tanks read so far: {done} of {count}', 'Matangi yaliyosomwa: {done} kati ya {count}'],
  span: ['Times of {zone}', 'Saa za {zone}'],
  price: [
    'Water at {price} shillings for 1,000 litres',
    'Maji kwa shilingi {price} kwa lita 1,000',
  ],
  setPrice: ['Set the price of water', 'Weka bei ya maji'],
  noTanks: ['There is no tank here yet.', 'Bado hakuna tangi hapa.'],
  addDevice: ['Add a device', 'Ongeza kifaa'],
  totals: ['In all', 'Jumla'],
  tank: ['Tank', 'Tangi'],
  days: ['Days measured', 'Siku zilizopimwa'],
  daysOf: ['{measured} of {days}', '{measured} kati ya {days}'],
  inLitres: ['{figure} (litres)', '{figure} (lita)'],
  used: ['Used', 'Matumizi'],
  refilled: ['Refilled', 'Yaliyojazwa'],
  pump: ['By pump', 'Kwa pampu'],
  tanker: ['By tanker', 'Kwa lori'],
  mains: ['From the mains', 'Kwa bomba'],
  unknown: ['Unknown source', 'Chanzo hakijulikani'],
  change: ['Change', 'Mabadiliko'],
  spilt: ['Spilt', 'Kumwagika'],
  lost: ['Lost to leaks', 'Yaliyovuja'],
  cost: ['Shillings', 'Shilingi'],
  notMeasured: [
    { one: '{count} tank was not measured.', other: '{count} tanks were not measured.' },
    { one: 'Tangi {count} halikupimwa.', other: 'Matangi {count} hayakupimwa.' },
  ],
  inPercent: [
    {
      one: '{count} tank is in percent, since its litres are not known: no total counts it.',
      other:
        '{count} tanks are in percent, since their litres are not known: no total counts them.',
    },
    {
      one: 'Tangi {count} liko kwa asilimia, kwa kuwa lita zake hazijulikani: halimo kwenye jumla.',
      other:
        'Matangi {count} yako kwa asilimia, kwa kuwa lita zake hazijulikani: hayamo kwenye jumla.',
    },
  ],
  some: [
    'The first {shown} of {count} tanks are shown, and summed up. The CSV has all; or choose a group.',
    'Yanaonyeshwa, na kujumlishwa, matangi {shown} ya kwanza kati ya {count}. CSV ina yote; au chagua kundi.',
  ],
  remarks: ['What to know', 'Mambo ya kujua'],
  ofEveryTank: ['Every tank', 'Kila tangi'],
});
