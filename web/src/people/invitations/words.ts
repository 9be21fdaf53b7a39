import { words } from '../../words/words.ts';

export const say = words({
  invitation: ['Invitation', 'Mwaliko'],
  shares: ['{who} shares “{name}” with you', '{who} anakushirikisha “{name}”'],
  offers: ['{who} hands “{name}” over to you', '{who} anakukabidhi “{name}”'],
  asViewer: ['You will see everything of it.', 'Utaona kila kitu chake.'],
  asOperator: [
    'You will see it, switch its pump and take care of its alerts.',
    'Utaliona, utawasha na kuzima pampu yake na kushughulikia tahadhari zake.',
  ],
  asManager: [
    'You will see, operate, set up and share it.',
    'Utaliona, utaliendesha, utalipanga na kulishirikisha.',
  ],
  asOwner: ['It will be yours.', 'Litakuwa lako.'],
  withoutHistory: ['It comes without its readings.', 'Linakuja bila vipimo vyake.'],
  accept: ['Accept', 'Kubali'],
  decline: ['Decline', 'Kataa'],
  sendLink: ['Send the link to that phone:', 'Tuma kiungo kwa simu hiyo:'],
  message: [
    'I share my water tank with you on Kisima: {link}',
    'Nakushirikisha tangi langu la maji kwenye Kisima: {link}',
  ],
  isNone: [
    'Nothing waits here: the invitation was answered, has ended, or was taken back.',
    'Hakuna mwaliko hapa: umejibiwa, umekwisha au umefutwa.',
  ],
  toTanks: ['Your tanks', 'Matangi yako'],
});
