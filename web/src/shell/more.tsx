import { profile } from '../session/profile.ts';
import { EmailText, SignOutButton } from '../session/signed-in.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { morePlaces } from './places.ts';
import { say } from './words.ts';

export function More() {
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
      <p class="faint">
        <EmailText email={profile.value?.user.email ?? ''} />
      </p>
      <p>
        <SignOutButton />
      </p>
    </Page>
  );
}
