import { words } from '../../words/words.ts';

export const say = words({
  title: ['By day', 'Kwa siku'],
  about: [
    'Messages by the day on which they were accepted, and what became of them so far.',
    'Ujumbe kwa siku uliyokubaliwa, na umefikia wapi hadi sasa.',
  ],
  allTitle: ['Messages of all accounts by day', 'Ujumbe wa akaunti zote kwa siku'],
  span: ['Days', 'Siku'],
  lastDays: [
    { one: 'The last day', other: 'The last {count} days' },
    { one: 'Siku ya mwisho', other: 'Siku {count} zilizopita' },
  ],
  network: ['Network', 'Mtandao'],
  everyNetwork: ['All networks', 'Mitandao yote'],
  otherNetwork: ['Others', 'Mingine'],
  networkHint: [
    'Whose range the number is from; it may have moved since.',
    'Uliotoa namba mwanzoni; huenda imehama tangu hapo.',
  ],
  class: ['Kind', 'Aina'],
  everyClass: ['All kinds', 'Aina zote'],
  transactional: ['Transactional', 'Taarifa'],
  promotional: ['Promotional', 'Tangazo'],
  file: ['As a file (CSV)', 'Pakua CSV'],
  chart: [
    'Messages a day: {messages} in all, {delivered} delivered. The table beneath has the figures.',
    'Ujumbe kwa siku: jumla {messages}, uliofika {delivered}. Jedwali lililo chini lina takwimu.',
  ],
  none: ['No messages in this time.', 'Hakuna ujumbe wakati huu.'],
  day: ['Day', 'Siku'],
  messages: ['Messages', 'Ujumbe'],
  delivered: ['Delivered', 'Umefika'],
  withoutReceipt: ['No receipt', 'Bila risiti'],
  lost: ['Not delivered', 'Haukufika'],
  open: ['Waiting or cancelled', 'Unasubiri au umesitishwa'],
  handed: ['Handed over in', 'Umekabidhiwa kwa'],
  receipt: ['Receipt in', 'Risiti kwa'],
  waits: ['{median}, {most} for 95 %', '{median}, {most} kwa 95 %'],
  waitsAbout: [
    'Times are at most: half of the messages, and 95 in 100 of them, had it within so long.',
    'Muda ni wa juu zaidi: nusu ya ujumbe, na 95 kati ya 100, ulipata ndani ya muda huo.',
  ],
  seconds: ['{count} s', 'sek {count}'],
  minutes: ['{count} min', 'dak {count}'],
  hours: ['{count} h', 'saa {count}'],
  days: ['{count} d', 'siku {count}'],
});
