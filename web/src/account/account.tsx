import { useState } from 'preact/hooks';
import { Page } from '../ui/page.tsx';
import { PasswordForm } from './password-form.tsx';
import { PersonForm } from './person-form.tsx';
import { ScreenChoices } from './screen-choices.tsx';
import { Sessions } from './sessions.tsx';
import { TwoStep } from './two-step/two-step.tsx';
import { say } from './words.ts';
import './account.css';

/** What belongs to the person and not to a tank. */
export function Account() {
  // What ends the other sessions has their list drawn anew.
  const [ends, setEnds] = useState(0);
  const showEnds = () => setEnds((count) => count + 1);
  return (
    <Page title={say.title()} back={{ href: '/more', label: say.back() }}>
      <p>
        <a class="button" href="/account/notifications">
          {say.notifications()}
        </a>
      </p>
      <div class="account">
        <PersonForm />
        <ScreenChoices />
        <PasswordForm onChanged={showEnds} />
        <TwoStep onTurnedOn={showEnds} />
        <Sessions key={ends} />
      </div>
    </Page>
  );
}
