import { words } from '../../words/words.ts';

export const say = words({
  ownTexts: ['Each phone gets a text of its own.', 'Kila simu inapata ujumbe wake.'],
  redacted: ['The text is no longer kept.', 'Maandishi hayahifadhiwi tena.'],
  title: ['Bulk sends', 'Utumaji kwa wengi'],
  compose: ['Send an SMS', 'Tuma SMS'],
  none: ['Nothing was sent to many yet', 'Hakuna kilichotumwa kwa wengi bado'],
  noneHint: [
    'What you send to several phones at once appears here with its progress.',
    'Unachotuma kwa simu nyingi kwa pamoja huonekana hapa na maendeleo yake.',
  ],
  job: ['Bulk send {id}', 'Utumaji kwa wengi {id}'],
  begun: ['Begun {when}', 'Ulianza {when}'],
  scheduledFor: ['Goes {when}', 'Utatumwa {when}'],
  done: ['{ended} of {total} finished', 'Ujumbe {ended} kati ya {total} umekamilika'],
  progress: ['Progress', 'Maendeleo'],
  allDone: ['All finished', 'Wote umekamilika'],
  unchanged: [
    'Not everything is known yet: networks can take hours to report.',
    'Bado yote hayajajulikana: mitandao huweza kuchukua saa kadhaa kutoa taarifa.',
  ],
  message: ['Message', 'Ujumbe'],
  facts: ['About it', 'Kuhusu utumaji'],
  campaign: ['Campaign', 'Kampeni'],
  class: ['Kind', 'Aina'],
  transactional: ['Transactional', 'Taarifa'],
  promotional: ['Promotional', 'Tangazo'],
  created: ['Made', 'Ulitengenezwa'],
  due: ['To be sent', 'Wa kutumwa'],
  finished: ['Last one left', 'Wa mwisho uliondoka'],
  counts: ['States', 'Hali'],
  cancel: ['Cancel what has not left', 'Sitisha ambao haujaondoka'],
  cancelTitle: ['Cancel what has not left?', 'Usitishe ambao haujaondoka?'],
  cancelAbout: [
    {
      one: '{count} message has not left. It is cancelled, and its credit comes back.',
      other: '{count} messages have not left. They are cancelled, and their credits come back.',
    },
    {
      one: 'Ujumbe {count} haujaondoka. Utasitishwa, na kredi yake itarudi.',
      other: 'Ujumbe {count} haujaondoka. Utasitishwa, na kredi zake zitarudi.',
    },
  ],
  cancelled: [
    {
      one: '{count} message was cancelled; {count} credit came back.',
      other: '{count} messages were cancelled; {count} credits came back.',
    },
    {
      one: 'Ujumbe {count} umesitishwa; kredi {count} imerudi.',
      other: 'Ujumbe {count} umesitishwa; kredi {count} zimerudi.',
    },
  ],
  leftOut: [
    {
      one: '{amount} entry was no number that can be sent to. It was left out and not charged.',
      other:
        '{amount} entries were no numbers that can be sent to. They were left out and not charged.',
    },
    {
      one: 'Ingizo {amount} halikuwa namba inayoweza kutumiwa. Liliachwa bila kutozwa.',
      other: 'Maingizo {amount} hayakuwa namba zinazoweza kutumiwa. Yaliachwa bila kutozwa.',
    },
  ],
  leftOutFile: ['All of them as a file (CSV)', 'Yote kama faili (CSV)'],
  messages: ['Its messages', 'Ujumbe wake'],
  allMessages: ['Search its messages', 'Tafuta katika ujumbe wake'],
});
