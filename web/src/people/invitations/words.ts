import { words } from '../../words/words.ts';

export const say = words({
  invitation: ['Invitation', 'Mwaliko'],
  shares: ['{who} shares “{name}” with you', '{who} anakushirikisha “{name}”'],
  offers: ['{who} hands “{name}” over to you', '{who} anakukabidhi “{name}”'],
  sharesTank: ['{who} shares a water tank with you', '{who} anakushirikisha tangi lake la maji'],
  offersTank: ['{who} hands a water tank over to you', '{who} anakukabidhi tangi lake la maji'],
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
  somebody: ['Somebody', 'Mtu'],
  aTank: ['water tank', 'tangi la maji'],
  registerAndAccept: ['Make an account and accept', 'Fungua akaunti na ukubali'],
  enterAndAccept: ['Sign in and accept', 'Ingia na ukubali'],
  sendLinkByEmail: [
    'Send the link to that person. Only an account with this e-mail can accept:',
    'Tuma kiungo kwa mtu huyo. Ni akaunti yenye barua pepe hii tu inayoweza kukubali:',
  ],
  byEmail: ['E-mail', 'Barua pepe'],
  accept: ['Accept', 'Kubali'],
  decline: ['Decline', 'Kataa'],
  sendLink: ['Send the link to that phone:', 'Tuma kiungo kwa simu hiyo:'],
  message: [
    'I share my water tank with you on Kisima: {link}',
    'Nimekualika uone tangi langu la maji kwenye programu ya Kisima: {link}',
  ],
  offerMessage: [
    'I hand my water tank over to you on Kisima: {link}',
    'Nakukabidhi tangi langu la maji kwenye programu ya Kisima: {link}',
  ],
  isNone: [
    'Nothing waits here: the invitation was answered, has ended, was taken back, or is for another e-mail.',
    'Hakuna mwaliko hapa: umejibiwa, umekwisha, umefutwa, au ni wa barua pepe nyingine.',
  ],
  toTanks: ['Your tanks', 'Matangi yako'],
});
