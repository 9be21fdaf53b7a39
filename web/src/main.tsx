import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { keepStream } from './live/stream.ts';
import { App } from './shell/app.tsx';
import { keepInstalled } from './shell/keep-installed.ts';
import { keepTanks } from './tanks/tanks.ts';
import { loadSentences } from './ui/failures/known-sentences.ts';
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
