import { profile } from '../session/profile.ts';
import { Page } from '../ui/page.tsx';
import { say } from './words.ts';

/** Where an address leads to no tank of this account: why that may be, and where to go on. */
export function UnknownTank() {
  return (
    <Page title={say.unknown()} back={{ href: '/', label: say.back() }}>
      <p>{say.unknownHint({ email: profile.value?.user.email ?? '' })}</p>
      <p class="row">
        <a class="button button-main" href="/">
          {say.toTanks()}
        </a>
        <a class="button" href="/devices/new">
          {say.addDevice()}
        </a>
      </p>
    </Page>
  );
}
