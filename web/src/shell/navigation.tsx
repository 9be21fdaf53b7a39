import { useLocation } from 'preact-iso';
import { EmailText } from '../session/email-text.tsx';
import { profile } from '../session/profile.ts';
import { SignOutButton } from '../session/sign-out-button.tsx';
import { known } from '../tanks/tanks.ts';
import { Icon } from '../ui/icon.tsx';
import { morePlaces, tabs } from './places.ts';

/** The main places along the bottom of a phone; down the side of a laptop all of them. */
export function Navigation() {
  const { path } = useLocation();
  const widePlaces = morePlaces();
  const unread = known.value?.tanks.reduce((sum, tank) => sum + tank.unread_alerts, 0) ?? 0;
  return (
    <nav class="tabs" aria-label="Kisima">
      {[...tabs(), ...widePlaces].map(({ href, label, icon, isOnlyNarrow }) => (
        <a
          key={href}
          class={
            widePlaces.some((each) => each.href === href)
              ? 'only-wide'
              : isOnlyNarrow
                ? 'only-narrow'
                : undefined
          }
          href={href}
          aria-current={isUnder(path, href) ? 'page' : undefined}
        >
          <Icon name={icon} />
          {label}
          {href === '/alerts' && unread > 0 && <span class="badge">{unread}</span>}
        </a>
      ))}
      <div class="only-wide who">
        <p class="faint small">
          <EmailText email={profile.value?.user.email ?? ''} />
        </p>
        <SignOutButton />
      </div>
    </nav>
  );
}

function isUnder(path: string, href: string): boolean {
  if (href === '/') return path === '/' || path.startsWith('/tanks/');
  return path === href || path.startsWith(`${href}/`);
}
