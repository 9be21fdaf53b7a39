import { useEffect } from 'preact/hooks';
import { ErrorBoundary, LocationProvider, Router, useLocation } from 'preact-iso';
import { isSignedIn, lastEnd, returnTo, token } from '../api/session.ts';
import { ImportBanner } from '../imports/import-banner.tsx';
import { renewPush } from '../live/push.ts';
import { connection } from '../live/stream.ts';
import { hasWater, loadProfile, profile } from '../session/profile.ts';
import { EmailText, SignOutButton } from '../session/signed-in.tsx';
import { putTypedBack } from '../session/typed-fields.ts';
import { partOf } from '../tanks/kept-tanks.ts';
import { known } from '../tanks/tanks.ts';
import { Icon } from '../ui/icon.tsx';
import { NotFound } from '../ui/page.tsx';
import { morePlaces, tabs } from './places.ts';
import { appRoutes, doorRoutes, openRoutes } from './routes.tsx';
import { say } from './words.ts';

export function App() {
  return (
    <LocationProvider>
      <Shell />
    </LocationProvider>
  );
}

function Shell() {
  useProfile();
  useDoor();
  useFirstPlace();
  useTypedFields();
  const isIn = isSignedIn.value;
  return (
    <div class={`shell ${isIn ? 'with-tabs' : ''}`}>
      <a class="skip button" href="#content">
        {say.skip()}
      </a>
      <header class="top">
        <a href="/">Kisima</a>
      </header>
      <div class="foot">
        <Banner />
        {isIn && <ImportBanner />}
        {isIn && <Navigation />}
      </div>
      <main class="content" id="content" tabIndex={-1}>
        <ErrorBoundary>
          <Router onRouteChange={toTop}>
            {[
              ...(isIn ? appRoutes() : []),
              ...openRoutes(),
              ...doorRoutes(),
              <Elsewhere key="*" default />,
            ]}
          </Router>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** Without a session nothing is known of a page yet: the door opens next. */
function Elsewhere(_props: { default?: boolean }) {
  return isSignedIn.value ? <NotFound default /> : null;
}

function useProfile(): void {
  const held = token.value;
  useEffect(() => {
    // Without an answer the stored profile serves; a 401 ends the session.
    if (held !== undefined) {
      loadProfile()
        .then(({ user }) => renewPush(user.id))
        .catch(() => undefined);
    }
  }, [held]);
}

const doors = ['/sign-in', '/register', '/reset'];

/** Redirects to the door without a session, and after it to the page first asked for. */
function useDoor(): void {
  const { path, route, url } = useLocation();
  const isIn = isSignedIn.value;
  const isAtDoor = doors.includes(path);
  // Its link says who shares what, also without a session.
  const isInvitation = path.startsWith('/invitations/');
  useEffect(() => {
    if (isIn && isAtDoor) {
      const to = returnTo.peek() ?? '/';
      returnTo.value = undefined;
      route(to, true);
    } else if (!isIn && !isAtDoor && !isInvitation) {
      if (lastEnd.peek() !== 'signed-out') returnTo.value ??= url;
      route('/sign-in', true);
    }
  }, [isIn, isAtDoor, isInvitation]);
}

/** Leads to messages where there are no tanks to come home to. */
function useFirstPlace(): void {
  const { path, route } = useLocation();
  const isAstray = isSignedIn.value && path === '/' && !hasWater.value;
  useEffect(() => {
    if (isAstray) route('/sms', true);
  }, [isAstray]);
}

/** Restores typed text after a session ended amid a form. */
function useTypedFields(): void {
  const { url } = useLocation();
  const userId = isSignedIn.value ? profile.value?.user.id : undefined;
  useEffect(() => putTypedBack(userId), [userId, url]);
}

function toTop(): void {
  scrollTo(0, 0);
  // Moves the focus, so that a screen reader begins at the new screen and not at the old link.
  queueMicrotask(() => document.querySelector<HTMLElement>('#content h1')?.focus());
}

function Banner() {
  const state = connection.value;
  const isShown = isSignedIn.value && (state === 'offline' || state === 'polling');
  return (
    <div role="status">
      {isShown && <p class="banner">{state === 'offline' ? say.offline() : say.polling()}</p>}
    </div>
  );
}

/** Navigation: main places along the bottom of a phone; all places down the side of a laptop. */
function Navigation() {
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
          {href === '/alerts' && unread > 0 && (
            // Those of the other tanks come with them.
            <span class="badge">{partOf(known.value) ? `${unread}+` : unread}</span>
          )}
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
