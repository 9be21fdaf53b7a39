import type { ComponentProps } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { SmsSuspension } from '../api/operations.ts';
import { profile } from '../session/profile.ts';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { dateTime } from '../words/format.ts';
import { say } from './words.ts';
import './sms-account.css';

export function SmsPage(props: ComponentProps<typeof Page>) {
  return (
    <>
      <SmsNavigation />
      <Page {...props} />
    </>
  );
}

function SmsNavigation() {
  const { path } = useLocation();
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => showCurrent(row.current), [path]);
  const places = [{ href: '/sms', label: say.overview() }, ...smsPlaces()];
  return (
    <nav ref={row} class="sms-nav" aria-label={say.navigation()}>
      {places.map(({ href, label }) => (
        <a key={href} href={href} aria-current={isAt(path, href) ? 'page' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}

function isAt(path: string, href: string): boolean {
  return path === href || (href !== '/sms' && path.startsWith(`${href}/`));
}

/** Scrolls the current link to the middle of the row, without moving the page. */
function showCurrent(row: HTMLElement | null): void {
  const link = row?.querySelector<HTMLElement>('[aria-current]');
  if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** Notice of a trial account: its messages reach no phone. */
export function SimulatedNotice() {
  return (
    <Notice kind="info">
      <strong>{say.simulated()}</strong> {say.simulatedAbout()}
    </Notice>
  );
}

/** Notice of a suspended account: since when nothing of it is sent, and why. */
export function SuspendedNotice({ suspended }: { suspended: SmsSuspension }) {
  return (
    <Notice kind="danger">
      <p>
        <strong>{say.suspended({ when: dateTime(suspended.since) })}</strong>{' '}
        {say.suspendedAbout({ reason: suspended.reason })}
      </p>
    </Notice>
  );
}

type SmsPlace = { href: string; label: string; about: string };

/** Returns the SMS screens in the order in which a newcomer needs them. */
export function smsPlaces(): SmsPlace[] {
  const places = [
    { href: '/sms/compose', label: say.compose(), about: say.composeAbout() },
    { href: '/sms/messages', label: say.messages(), about: say.messagesAbout() },
    { href: '/sms/jobs', label: say.jobs(), about: say.jobsAbout() },
    { href: '/sms/days', label: say.days(), about: say.daysAbout() },
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
