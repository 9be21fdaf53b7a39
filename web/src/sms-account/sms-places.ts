import { profile } from '../session/profile.ts';
import { say } from './words.ts';

export type SmsPlace = { href: string; label: string; about: string };

/** The screens of the SMS service in the order in which somebody new needs them. */
export function smsPlaces(): SmsPlace[] {
  const places = [
    { href: '/sms/compose', label: say.compose(), about: say.composeAbout() },
    { href: '/sms/messages', label: say.messages(), about: say.messagesAbout() },
    { href: '/sms/jobs', label: say.jobs(), about: say.jobsAbout() },
    { href: '/sms/groups', label: say.groups(), about: say.groupsAbout() },
    { href: '/sms/inbound', label: say.inbound(), about: say.inboundAbout() },
    { href: '/sms/opt-outs', label: say.optOuts(), about: say.optOutsAbout() },
    { href: '/sms/ledger', label: say.ledger(), about: say.ledgerAbout() },
    { href: '/sms/keys', label: say.keys(), about: say.keysAbout() },
    { href: '/sms/webhooks', label: say.webhooks(), about: say.webhooksAbout() },
    { href: '/sms/settings', label: say.settings(), about: say.settingsAbout() },
  ];
  if (profile.value?.role !== 'admin') return places;
  return [...places, { href: '/sms/admin', label: say.admin(), about: say.adminAbout() }];
}
