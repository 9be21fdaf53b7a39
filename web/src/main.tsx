import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { keepStream } from './live/stream.ts';
import { App } from './shell/app.tsx';
import { keepTanks } from './tanks/tanks.ts';
import { loadSentences } from './ui/failures/known-sentences.ts';
import { isServerThere } from './ui/lazy-screen.tsx';
import { keepTheme } from './ui/theme.ts';

keepTheme();
keepInstalled();
keepStream();
keepTanks();
/** Long enough for the first screen on a slow line, soon enough for a mistyped password. */
const sentencesAfterMs = 4_000;
addEventListener('load', () => setTimeout(() => void loadSentences(), sentencesAfterMs));

const root = document.getElementById('app');
if (root) render(<App />, root);

const reloadedKey = 'kisima.reloaded';

/**
 * Lets the dashboard start without a network, and brings a page that was open while the server was
 * updated to the new version: its lazy parts are then gone. Called once.
 */
function keepInstalled(): void {
  // Browsers offer service workers to pages served with TLS, and on one's own machine.
  if (import.meta.env.PROD && navigator.serviceWorker) install().catch(() => {});
  addEventListener('vite:preloadError', () => void reloadIfUpdated());
  addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(reloadedKey), 10_000));
}

/** Once: what is missing then is not brought by a further reload, and somebody may be writing. */
async function reloadIfUpdated(): Promise<void> {
  if (sessionStorage.getItem(reloadedKey) !== null || !(await isServerThere())) return;
  sessionStorage.setItem(reloadedKey, '1');
  location.reload();
}

/** Long enough for the first screen on a slow line. */
const keepAllAfterMs = 8_000;

async function install(): Promise<void> {
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage('keep-all'), keepAllAfterMs);
}
