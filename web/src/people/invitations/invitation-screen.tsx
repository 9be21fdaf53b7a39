import { useRoute } from 'preact-iso';
import { Page } from '../../ui/page.tsx';
import { Invitations } from './invitations.tsx';
import { say } from './words.ts';

/** Target of the link of an invitation by phone. */
export function InvitationScreen() {
  const code = useRoute().params['code'] ?? '';
  const none = (
    <section class="card stack">
      <p>{say.isNone()}</p>
      <p>
        <a class="button" href="/">
          {say.toTanks()}
        </a>
      </p>
    </section>
  );
  return (
    <Page title={say.invitation()}>
      <Invitations code={code} none={none} />
    </Page>
  );
}
