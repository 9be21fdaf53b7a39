import { words } from '../../words/words.ts';

export const say = words({
  title: ['SMS settings', 'Mipangilio ya SMS'],
  quiet: ['Quiet hours', 'Saa za utulivu'],
  about: [
    'Promotional messages that would go within these hours wait until they end. Transactional ones, such as alarms and receipts, go at any time.',
    'Ujumbe wa matangazo unaoangukia saa hizi husubiri hadi ziishe. Ujumbe wa taarifa, kama tahadhari na risiti, huenda wakati wowote.',
  ],
  on: ['Keep quiet hours', 'Tumia saa za utulivu'],
  from: ['From', 'Kuanzia'],
  until: ['Until', 'Hadi'],
  sameDay: [
    'Promotions wait each day from {from} to {until}.',
    'Matangazo husubiri kila siku kuanzia {from} hadi {until}.',
  ],
  nextDay: [
    'Promotions wait from {from} to {until} the next day.',
    'Matangazo husubiri kuanzia {from} hadi {until} ya siku inayofuata.',
  ],
  off: ['Promotions go at any hour.', 'Matangazo huenda saa yoyote.'],
  zone: [
    'Times are those of {zone}, the time zone of your account.',
    'Saa ni za {zone}, saa za eneo la akaunti yako.',
  ],
  changeZone: ['Change the time zone', 'Badilisha saa za eneo'],
  save: ['Save', 'Hifadhi'],
  saved: ['Saved.', 'Imehifadhiwa.'],
  low: ['When credits run low', 'Kredi zikikaribia kuisha'],
  lowAbout: [
    'You are told once when the balance falls that far, and again after each top-up: by e-mail, in the browsers that take your alerts, and by your webhooks (account.low_balance).',
    'Unaarifiwa mara moja salio likishuka kiasi hicho, na tena baada ya kila nyongeza: kwa barua pepe, kwenye vivinjari vinavyopokea tahadhari zako, na kwa webhook zako (account.low_balance).',
  ],
  lowOn: ['Tell me', 'Niarifu'],
  lowAt: ['Credits left', 'Kredi zilizobaki'],
  lowSave: ['Set the limit', 'Weka kikomo'],
  defaultClass: ['What you send', 'Unatuma nini'],
  defaultClassAbout: [
    'It is chosen first on the screen that sends, and holds for messages whose program does not say. Promotions keep quiet hours, and nobody who wrote STOP gets them.',
    'Huchaguliwa kwanza kwenye ukurasa wa kutuma, na ni kwa ujumbe ambao programu haikusema aina yake. Matangazo hufuata saa za utulivu, na aliyeandika STOP hayapati.',
  ],
  smart: ['Quotes and dashes', 'Alama za kunukuu na vistari'],
  smartAbout: [
    'One curly quote can make three messages of one. Sent as plain ones, the text stays short; what is stored stays as you wrote it.',
    'Alama moja ya kunukuu iliyopinda inaweza kufanya ujumbe mmoja uwe tatu. Zikitumwa kama alama za kawaida, ujumbe hubaki mfupi; kinachohifadhiwa hubaki kama ulivyoandika.',
  ],
  smartOn: ['Send them as plain ones', 'Zitume kama alama za kawaida'],
  transactional: ['Transactional', 'Taarifa'],
  promotional: ['Promotional', 'Tangazo'],
  senders: ['Your senders', 'Majina yako ya mtumaji'],
  sendersAbout: [
    'The names and short codes that are yours. Messages go out under the one at the top, and what phones send to any of them comes to your inbox.',
    'Majina na namba fupi zilizo zako. Ujumbe hutoka kwa jina la juu kabisa, na simu zikiandikia lolote kati ya haya ujumbe huingia kwako.',
  ],
  noSenders: [
    'You have none of your own: messages go out under the name of this server, and answers do not reach you. Whoever runs the server gives you one.',
    'Huna jina lako mwenyewe: ujumbe hutoka kwa jina la seva hii, na majibu hayakufikii. Anayesimamia seva ndiye atakupa.',
  ],
  inUse: ['In use', 'Linatumika'],
  since: ['since {when}', 'tangu {when}'],
});
