import type { ComponentProps } from 'preact';
import { Page } from '../ui/page.tsx';
import { SmsNavigation } from './sms-navigation.tsx';

/** A screen of the SMS service: the ways to the others, and then as every screen is. */
export function SmsPage(props: ComponentProps<typeof Page>) {
  return (
    <>
      <SmsNavigation />
      <Page {...props} />
    </>
  );
}
