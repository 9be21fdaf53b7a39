import { words } from '../../words/words.ts';

export const say = words({
  redacted: ['The text is no longer kept.', 'Maandishi hayahifadhiwi tena.'],
  title: ['Inbox', 'Zilizoingia'],
  about: [
    'What phones have sent to your sender names and short codes, the newest first.',
    'Ujumbe ambao simu zimetuma kwa majina na namba fupi zako, mpya kwanza.',
  ],
  empty: ['No phone has written to you yet.', 'Hakuna simu iliyokuandikia bado.'],
  emptyHint: [
    'Messages come here when phones answer one of your senders.',
    'Ujumbe huingia hapa simu zinapojibu jina lako la mtumaji.',
  ],
  senders: ['Your senders', 'Majina yako ya mtumaji'],
  to: ['to {number}', 'kwa {number}'],
  reply: ['Reply', 'Jibu'],
  replyTo: ['Reply to {phone}', 'Jibu {phone}'],
});
