import { words } from '../../words/words.ts';

export const say = words({
  title: ["The simulator's outbox", 'Kasha la kiigizaji'],
  about: [
    'These messages reached no phone: on this server a simulator sends in place of a network. This is what the phones would have read.',
    'Ujumbe huu haukufika kwa simu: kwenye seva hii kiigizaji hutuma badala ya mtandao wa simu. Hivi ndivyo simu zingesoma.',
  ],
  refresh: ['Refresh', 'Onyesha upya'],
  redacted: ['The text is no longer kept.', 'Maandishi hayahifadhiwi tena.'],
  to: ['To {phone}', 'Kwa {phone}'],
});
