import { words } from '../words/words.ts';

export const say = words({
  title: ['Webhooks', 'Webhook'],
  about: [
    'A webhook is an address of your own server. We post to it when a message changes its state (message.status), when a phone writes to you (message.inbound), and when credits run low (account.low_balance), signed with a secret that only you and we know.',
    'Webhook ni anwani ya seva yako. Tunaituma taarifa hali ya ujumbe inapobadilika (message.status), simu inapokuandikia (message.inbound) na kredi zinapokaribia kuisha (account.low_balance), kwa sahihi ya siri tunayoijua wewe na sisi tu.',
  ],
  url: ['Address (URL)', 'Anwani (URL)'],
  urlHint: [
    'Begin with https:// so that nobody on the way can read along',
    'Anza na https:// ili mtu asiweze kusoma njiani',
  ],
  make: ['Add a webhook', 'Ongeza webhook'],
  secret: ['The secret of {url}', 'Siri ya {url}'],
  secretHint: [
    'Your server checks with it that an event is from us: the signatures are those of Standard Webhooks (standardwebhooks.com), which has libraries for most languages.',
    'Seva yako huitumia kuhakikisha taarifa imetoka kwetu: sahihi ni za Standard Webhooks (standardwebhooks.com), yenye maktaba za lugha nyingi.',
  ],
  list: ['Your webhooks', 'Webhook zako'],
  none: [
    'You have no webhook yet. Write the address of your server above, and it is told of every message.',
    'Huna webhook bado. Andika anwani ya seva yako hapo juu, nayo itaarifiwa kuhusu kila ujumbe.',
  ],
  since: ['since {when}', 'tangu {when}'],
  test: ['Send a test', 'Tuma jaribio'],
  testing: [
    'Waiting for your server, ten seconds at most…',
    'Tunasubiri seva yako, sekunde kumi tu…',
  ],
  delivered: [
    'It works: your server answered with status {status}.',
    'Inafanya kazi: seva yako imejibu kwa hali {status}.',
  ],
  notDelivered: ['The test was not delivered.', 'Jaribio halikufika.'],
  delete: ['Delete', 'Futa'],
  deleteTitle: ['Delete this webhook?', 'Ufute webhook hii?'],
  deleteHint: [
    '{url} is told nothing more, nor what still waits to be told.',
    '{url} haitaarifiwa tena, hata yanayosubiri kutumwa.',
  ],
  show: ['Last deliveries', 'Taarifa za mwisho'],
  hide: ['Hide deliveries', 'Ficha taarifa'],
  nothingYet: [
    'Nothing was sent in the last week. “Send a test” shows whether your server can be reached.',
    'Hakuna kilichotumwa wiki iliyopita. “Tuma jaribio” huonyesha kama seva yako inafikika.',
  ],
  messageIs: ['Message {id} to {phone}: {state}', 'Ujumbe {id} kwa {phone}: {state}'],
  simulatedIs: [
    'Message {id} to {phone}: {state} (simulator)',
    'Ujumbe {id} kwa {phone}: {state} (jaribio tu)',
  ],
  inboundFrom: ['A message from {phone} to {to}', 'Ujumbe kutoka {phone} kwenda {to}'],
  creditsLow: [
    'Credits run low: {balance} left, the limit is {limit}',
    'Kredi zinakaribia kuisha: zimebaki {balance}, kikomo ni {limit}',
  ],
  trial: ['A test that you asked for', 'Jaribio uliloomba'],
  arrivedAt: ['arrived at {time}', 'ilifika saa {time}'],
  stateDelivered: ['Delivered', 'Imefika'],
  statePending: ['Waiting', 'Inasubiri'],
  stateFailed: ['Given up', 'Imeshindikana'],
  tries: [
    { one: 'one try', other: '{count} tries' },
    { one: 'jaribio moja', other: 'majaribio {count}' },
  ],
  nextTry: ['next {when}', 'linalofuata {when}'],
  nextNow: ['next at any moment', 'linalofuata wakati wowote sasa'],
});
