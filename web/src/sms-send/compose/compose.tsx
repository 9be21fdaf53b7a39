import { profile } from '../../session/profile.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { say as sayUi } from '../../ui/words.ts';
import { ComposeForm } from './compose-form.tsx';
import { say } from './words.ts';

/** Where messages are written, to one phone, to many or to a group. */
export function Compose() {
  const user = profile.value?.user;
  return (
    <SmsPage title={say.title()}>
      {user ? (
        <ComposeForm key={user.id} userId={user.id} timeZone={user.timezone} />
      ) : (
        <p role="status">{sayUi.loading()}</p>
      )}
    </SmsPage>
  );
}
