import { call } from '../api/call.ts';
import { profile } from '../session/profile.ts';
import { endSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { useAction } from '../ui/use-action.ts';
import { morePlaces } from './places.ts';
import { say } from './words.ts';

/** The places that have no tab of their own, and the way out. */
export function More() {
  const leaving = useAction(async () => {
    // Signing out works without a network too: the token is then forgotten here, and expires there.
    await call('POST /api/auth.php?action=logout').catch(() => undefined);
    endSession('signed-out');
  });
  return (
    <Page title={say.more()}>
      <ul class="stack">
        {morePlaces().map(({ href, label, icon }) => (
          <li key={href}>
            <a class="card row" href={href}>
              <Icon name={icon} />
              {label}
            </a>
          </li>
        ))}
      </ul>
      <p class="faint">{profile.value?.user.email}</p>
      <p>
        <Button isBusy={leaving.isBusy} onClick={() => void leaving.run()}>
          {say.signOut()}
        </Button>
      </p>
    </Page>
  );
}
