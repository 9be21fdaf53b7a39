import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { Failure } from '../api/failure.ts';
import type { Session } from '../api/operations.ts';
import { hasWater, keepProfile } from '../session/profile.ts';
import { SignOutButton } from '../session/signed-in.tsx';
import { NewPasswordField, PresentPasswordField } from '../sign-in/password-fields.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { formText, onSubmit, useAction } from '../ui/form/use-action.ts';
import { Loaded, useLoad } from '../ui/load.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { chooseTheme, type Theme, theme, themes } from '../ui/theme.ts';
import { useNow } from '../ui/use-now.ts';
import { ago, dateTime } from '../words/format.ts';
import { chooseLanguage, type Language, language, languages } from '../words/language.ts';
import { PersonForm } from './person-form.tsx';
import { Phone } from './phone.tsx';
import { TwoStep } from './two-step.tsx';
import { say } from './words.ts';
import './account.css';

export function Account() {
  // Ending other sessions redraws their list.
  const [ends, setEnds] = useState(0);
  const showEnds = () => setEnds((count) => count + 1);
  return (
    <Page title={say.title()} back={{ href: '/more', label: say.back() }}>
      <p class="row">
        {hasWater.value && (
          <a class="button" href="/account/notifications">
            {say.notifications()}
          </a>
        )}
        <a class="button" href="/account/programs">
          {say.programs()}
        </a>
        {hasWater.value && (
          <a class="button" href="/account/lorawan">
            {say.lorawan()}
          </a>
        )}
      </p>
      <div class="account">
        <PersonForm />
        <ScreenChoices />
        <PasswordForm onChanged={showEnds} />
        <Phone />
        <TwoStep onTurnedOn={showEnds} />
        <Sessions key={ends} />
      </div>
    </Page>
  );
}

/** A new password, typed twice since it is not visible. */
function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [changes, setChanges] = useState(0);
  const changing = useAction(async (form: FormData) => {
    const password = formText(form, 'password');
    if (password !== formText(form, 'again')) throw wrong('again', say.different());
    const current_password = formText(form, 'current_password');
    await call('PUT /api/auth.php?action=update', { body: { password, current_password } });
    setChanges((count) => count + 1);
    onChanged();
  });
  return (
    <section class="card stack">
      <h2>{say.password()}</h2>
      <form key={changes} onSubmit={onSubmit(changing.run)}>
        <PresentPasswordField
          label={say.presentPassword()}
          name="current_password"
          failure={changing.failure}
        />
        <NewPasswordField
          label={say.newPassword()}
          hint={say.passwordHint()}
          failure={changing.failure}
        />
        <Field
          label={say.again()}
          name="again"
          type="password"
          autoComplete="new-password"
          required
          failure={changing.failure}
        />
        <FailureNotice failure={changing.failure} />
        {changes > 0 && !changing.failure && <Notice kind="success">{say.changed()}</Notice>}
        <Button look="main" type="submit" isBusy={changing.isBusy}>
          {say.changePassword()}
        </Button>
      </form>
    </section>
  );
}

function wrong(field: string, message: string): Failure {
  return new Failure(400, { error: message, code: 'invalid_input', errors: [{ field, message }] });
}

/** Each language by its own name, for readers of no other. */
const ownNames = { en: 'English', sw: 'Kiswahili' };

function nameOf(each: Theme): string {
  return { system: say.system, light: say.light, dark: say.dark }[each]();
}

/** Language, stored with the account, and colours, stored on this phone. */
function ScreenChoices() {
  const saving = useAction(async (chosen: Language) => {
    // The screen changes at once; other phones follow the saved account.
    chooseLanguage(chosen);
    keepProfile(await call('PUT /api/me', { body: { language: chosen } }));
  });
  return (
    <section class="card stack">
      <h2>{say.screens()}</h2>
      <fieldset class="stack">
        <legend class="legend">{say.language()}</legend>
        <div class="row">
          {languages.map((each) => (
            <Button
              key={each}
              lang={each}
              aria-pressed={language.value === each}
              onClick={() => void saving.run(each)}
            >
              {ownNames[each]}
            </Button>
          ))}
        </div>
      </fieldset>
      <FailureNotice failure={saving.failure} />
      <fieldset class="stack">
        <legend class="legend">{say.theme()}</legend>
        <div class="row">
          {themes.map((each) => (
            <Button
              key={each}
              aria-pressed={theme.value === each}
              onClick={() => chooseTheme(each)}
            >
              {nameOf(each)}
            </Button>
          ))}
        </div>
      </fieldset>
    </section>
  );
}

/** Open sessions, to be ended after a phone was lost or a shared computer left signed in. */
function Sessions() {
  const [ended, setEnded] = useState<number>();
  const sessions = useLoad((signal) => call('GET /api/auth.php?action=sessions', { signal }), []);
  const ending = useAction(async () => {
    setEnded((await call('POST /api/auth.php?action=end-other-sessions')).ended);
    await sessions.reload();
  });
  return (
    <section class="card stack" aria-label={say.sessions()}>
      <h2>{say.sessions()}</h2>
      <p>{say.sessionsHint()}</p>
      <Loaded of={sessions}>
        {(known) => (
          <ul class="sessions">
            {known.map((each) => (
              <SessionLine key={each.id} session={each} onEnded={sessions.reload} />
            ))}
          </ul>
        )}
      </Loaded>
      <FailureNotice failure={ending.failure} />
      {ended !== undefined && (
        <Notice kind="success">{ended > 0 ? say.ended({ count: ended }) : say.noOthers()}</Notice>
      )}
      <div class="row">
        <Button isBusy={ending.isBusy} onClick={() => void ending.run()}>
          {say.endOthers()}
        </Button>
        <SignOutButton />
      </div>
    </section>
  );
}

type LineProps = { session: Session; onEnded: () => Promise<void> };

function SessionLine({ session, onEnded }: LineProps) {
  const now = useNow();
  const ending = useAction(async () => {
    await call('DELETE /api/auth.php?action=end-session', { query: { id: session.id } });
    await onEnded();
  });
  const name = session.user_agent ?? say.unknownProgram();
  const since = dateTime(session.created_at);
  return (
    <li>
      <div class="row row-apart">
        <div>
          <strong>{name}</strong> {session.current && <span>({say.thisOne()})</span>}
          <p class="small faint">
            {session.address && `${session.address} · `}
            {say.signedInAt({ since })}
            {!session.current && ` · ${say.seen({ when: ago(session.last_seen_at, now) })}`}
          </p>
        </div>
        {!session.current && (
          <Button
            aria-label={say.endThat({ name, since })}
            isBusy={ending.isBusy}
            onClick={() => void ending.run()}
          >
            {say.endOne()}
          </Button>
        )}
      </div>
      <FailureNotice failure={ending.failure} />
    </li>
  );
}
