import { profile } from '../../session/profile.ts';
import type { SettingsProps } from '../settings.ts';
import { say } from '../words.ts';
import { TestButton } from './test-button.tsx';

export function EmailPart({ settings }: SettingsProps) {
  const { is_available } = settings.email;
  return (
    <section class="card stack">
      <h2>{say.email()}</h2>
      <p class="notifications-title">
        {is_available ? say.emailTo({ email: profile.value?.user.email ?? '' }) : say.noEmail()}
      </p>
      {is_available && <TestButton channel="email" />}
    </section>
  );
}
