import { Page } from '../ui/page.tsx';
import { OtherSessions } from './other-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonForm } from './person-form.tsx';
import { ScreenChoices } from './screen-choices.tsx';
import { say } from './words.ts';
import './account.css';

/** What belongs to the person and not to a tank. */
export function Account() {
  return (
    <Page title={say.title()} back={{ href: '/more', label: say.back() }}>
      <div class="account">
        <PersonForm />
        <ScreenChoices />
        <PasswordForm />
        <OtherSessions />
      </div>
    </Page>
  );
}
