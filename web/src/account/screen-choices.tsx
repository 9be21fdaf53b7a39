import { call } from '../api/call.ts';
import { keepProfile } from '../session/profile.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { chooseTheme, type Theme, theme, themes } from '../ui/theme.ts';
import { chooseLanguage, type Language, language, languages } from '../words/language.ts';
import { say } from './words.ts';

/** Each language by its own name, for those who read no other. */
const ownNames = { en: 'English', sw: 'Kiswahili' };

function nameOf(each: Theme): string {
  return { system: say.system, light: say.light, dark: say.dark }[each]();
}

/** Language, which goes with the account, and colours, which stay with this phone. */
export function ScreenChoices() {
  const saving = useAction(async (chosen: Language) => {
    // The screen turns at once; other phones follow what is saved.
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
