import { profile } from '../session/profile.ts';
import { SmsPage } from '../sms-account/sms-page.tsx';
import { NotFound } from '../ui/not-found.tsx';
import { Accounts } from './accounts.tsx';
import { Audit } from './audit.tsx';
import { Providers } from './providers.tsx';
import { Senders } from './senders.tsx';
import { say } from './words.ts';

/** What the operator of the SMS service does. To everybody else there is no such page, as in the API. */
export function SmsAdmin() {
  const known = profile.value;
  if (known && known.role !== 'admin') return <NotFound />;
  return (
    <SmsPage title={say.title()}>
      {known && (
        <>
          <Providers />
          <Accounts />
          <Senders />
          <Audit />
        </>
      )}
    </SmsPage>
  );
}
