import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/controls.css';
import './styles/parts.css';
import './styles/shell.css';
import { keepStream } from './live/stream.ts';
import { hasWater } from './session/profile.ts';
import { App } from './shell/app.tsx';
import { keepTanks } from './tanks/tanks.ts';
import { loadSentences } from './ui/failures/known-sentences.ts';
import { isServerThere } from './ui/lazy-screen.tsx';
import { keepTheme } from './ui/theme.ts';

keepTheme();
keepInstalled();
keepStream(hasWater);
keepTanks(hasWater);
/**
 * Delay before failure sentences are loaded: after the first screen on a slow line, before a
 * mistyped password.
 */
const sentencesAfterMs = 4_000;
addEventListener('load', () => setTimeout(() => void loadSentences(), sentencesAfterMs));

const root = document.getElementById('app');
if (root) render(<App />, root);

const reloadedKey = 'kisima.reloaded';

/**
 * Installs the service worker, so that the dashboard starts without a network, and reloads a page
 * that was open during an update of the server, since its lazy code no longer exists. Called once.
 */
function keepInstalled(): void {
  // Browsers offer service workers on pages with TLS, and on localhost.
  if (import.meta.env.PROD && navigator.serviceWorker) install().catch(() => {});
  addEventListener('vite:preloadError', () => void reloadIfUpdated());
  addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(reloadedKey), 10_000));
}

/** Reloads once: a further reload would not help, and somebody may be typing. */
async function reloadIfUpdated(): Promise<void> {
  if (sessionStorage.getItem(reloadedKey) !== null || !(await isServerThere())) return;
  sessionStorage.setItem(reloadedKey, '1');
  location.reload();
}

/** Delay before all files are kept: after the first screen on a slow line. */
const keepAllAfterMs = 8_000;

async function install(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage('keep-all'), keepAllAfterMs);
}
